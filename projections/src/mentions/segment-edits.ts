import type { EpisodeUuid } from '@earmark/contracts/episodes';
import type { RecordedSegment, SegmentId, VersionId } from '@earmark/contracts/transcripts';
import { updateRows } from '../kit/columns.ts';
import type { Row, Tables } from '../kit/tables.ts';
import { tsvector, wordsOf, type WordTaker } from './segment-words.ts';

type Fields = Partial<Omit<RecordedSegment, 'segmentId'>>;
interface Edit {
  readonly episodeUuid: EpisodeUuid;
  readonly versionId: VersionId;
  readonly segmentId: SegmentId;
  /** The whole segment, replacing the row; null: deleted; undefined: only `fields` change. */
  put: RecordedSegment | null | undefined;
  fields: Fields;
}

/** The row of a segment; `words` collects the words of its text. */
export const segmentRow = (
  episodeUuid: EpisodeUuid,
  versionId: VersionId,
  segment: RecordedSegment,
  words: WordTaker | null,
): Row => ({
  episode_uuid: episodeUuid,
  version_id: versionId,
  segment_id: segment.segmentId,
  order_key: segment.orderKey,
  speaker_id: segment.speakerId,
  start_ms: segment.startMs,
  end_ms: segment.endMs,
  text: segment.text,
  words: wordsOf(segment.text, words),
});

/** Pending changes of segments. The last state of each is written with a few statements, in a rebuild at its end. */
export class SegmentEdits {
  private readonly edits = new Map<string, Edit>();

  constructor(private readonly words: WordTaker) {}

  change(episodeUuid: EpisodeUuid, versionId: VersionId, segmentId: SegmentId, fields: Fields): void {
    // Collected here rather than on writing: a batch and a rebuild differ in which texts are replaced before they are written.
    if (fields.text !== undefined) wordsOf(fields.text, this.words);
    const edit = this.of(episodeUuid, versionId, segmentId);
    if (edit.put) edit.put = { ...edit.put, ...fields };
    else edit.fields = { ...edit.fields, ...fields };
  }

  put(episodeUuid: EpisodeUuid, versionId: VersionId, segment: RecordedSegment): void {
    wordsOf(segment.text, this.words);
    this.of(episodeUuid, versionId, segment.segmentId).put = segment;
  }

  remove(episodeUuid: EpisodeUuid, versionId: VersionId, segmentId: SegmentId): void {
    this.of(episodeUuid, versionId, segmentId).put = null;
  }

  async write(tables: Tables): Promise<void> {
    const edits = [...this.edits.values()];
    this.edits.clear();
    const replaced = edits.filter(({ put }) => put !== undefined);
    if (replaced.length > 0)
      await tables.query(
        `delete from mentions_segment s using unnest($1::uuid[], $2::uuid[], $3::uuid[]) as d(e, v, s)
         where s.episode_uuid = d.e and s.version_id = d.v and s.segment_id = d.s`,
        keysOf(replaced),
      );
    for (const { episodeUuid, versionId, put } of replaced)
      if (put) tables.insert('mentions_segment', segmentRow(episodeUuid, versionId, put, null));

    const changed = edits.filter(({ put }) => put === undefined);
    const write = async (columns: Record<string, string>, valuesOf: (fields: Fields) => Row | null) =>
      updateRows(
        tables,
        'mentions_segment',
        { episode_uuid: 'uuid', version_id: 'uuid', segment_id: 'uuid' },
        columns,
        changed.flatMap(({ episodeUuid, versionId, segmentId, fields }) => {
          const values = valuesOf(fields);
          return values === null
            ? []
            : [{ episode_uuid: episodeUuid, version_id: versionId, segment_id: segmentId, ...values }];
        }),
      );
    await write({ text: 'text', words: 'tsvector' }, ({ text }) =>
      text === undefined ? null : { text, words: tsvector(wordsOf(text)) },
    );
    await write({ start_ms: 'int4', end_ms: 'int4' }, ({ startMs, endMs }) =>
      startMs === undefined || endMs === undefined ? null : { start_ms: startMs, end_ms: endMs },
    );
    await write({ speaker_id: 'uuid' }, ({ speakerId }) =>
      speakerId === undefined ? null : { speaker_id: speakerId },
    );
  }

  private of(episodeUuid: EpisodeUuid, versionId: VersionId, segmentId: SegmentId): Edit {
    const key = `${versionId} ${segmentId}`;
    const edit = this.edits.get(key) ?? { episodeUuid, versionId, segmentId, put: undefined, fields: {} };
    this.edits.set(key, edit);

    return edit;
  }
}

const keysOf = (edits: readonly Edit[]): string[][] => [
  edits.map(({ episodeUuid }) => episodeUuid),
  edits.map(({ versionId }) => versionId),
  edits.map(({ segmentId }) => segmentId),
];
