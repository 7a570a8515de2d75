import type { CandidateContext } from '@earmark/contracts/discovery';
import { compileMatcher, type Matcher, type NamePattern } from '@earmark/contracts/mentions';
import { UNKNOWN_SPEAKER } from '@earmark/contracts/transcripts';
import type { Db } from '../kit/db.ts';
import { joined } from '../mentions/pinned-vocabulary.ts';

/** The shown transcript of an episode. */
export interface ShownText {
  readonly episodeUuid: string;
  /** Another one when any of its texts may have changed. */
  readonly state: string;
}

/** Of episodes with a transcript. `episodes` null: all. */
export async function listShownTexts(db: Db, episodes: readonly string[] | null): Promise<ShownText[]> {
  const { rows } = await db.query<ShownText>(
    `select e.episode_uuid as "episodeUuid", concat_ws(' ', e.version_id, e.transcript_revision) as state
     from read.mentions_episode e
     where e.version_id is not null and ($1::uuid[] is null or e.episode_uuid = any($1))`,
    [episodes],
  );

  return rows;
}

/** In their order. */
export async function listTexts(db: Db, episodeUuid: string): Promise<{ segmentId: string; text: string }[]> {
  const { rows } = await db.query<{ segmentId: string; text: string }>(
    `select s.segment_id as "segmentId", s.text from read.mentions_segment s
     join read.mentions_episode e on e.episode_uuid = s.episode_uuid and e.version_id = s.version_id
     where s.episode_uuid = $1 order by s.order_key, s.segment_id`,
    [episodeUuid],
  );

  return rows;
}

interface ContextRow {
  segmentId: string;
  speaker: string | null;
  startMs: number;
  endMs: number;
  text: string;
}

/** By segment id and name; segments that are no longer shown are left out. */
export async function listContexts(
  db: Db,
  wanted: readonly { readonly episodeUuid: string; readonly segmentId: string; readonly name: string }[],
): Promise<Map<string, CandidateContext>> {
  const { rows } = await db.query<ContextRow>(
    `select s.segment_id as "segmentId", p.name as speaker, s.start_ms as "startMs", s.end_ms as "endMs", s.text
     from unnest($1::uuid[], $2::uuid[]) as w(episode_uuid, segment_id)
     join read.mentions_episode e on e.episode_uuid = w.episode_uuid
     join read.mentions_segment s
       on s.episode_uuid = e.episode_uuid and s.version_id = e.version_id and s.segment_id = w.segment_id
     left join read.mentions_speaker p on p.version_id = s.version_id and p.speaker_id = s.speaker_id`,
    [wanted.map(({ episodeUuid }) => episodeUuid), wanted.map(({ segmentId }) => segmentId)],
  );
  const byId = new Map(rows.map((row) => [row.segmentId, row]));
  const matchers = new Map<string, Matcher>();

  const contexts = new Map<string, CandidateContext>();
  for (const { segmentId, name } of wanted) {
    const row = byId.get(segmentId);
    if (!row) continue;
    const matcher = matchers.get(name) ?? compileMatcher([asFound(name)]);
    matchers.set(name, matcher);
    contexts.set(`${segmentId} ${name}`, contextOf(row, matcher));
  }

  return contexts;
}

/** How names are found in texts: as whole words, in upper or lower case. */
export const asFound = (name: string): NamePattern => ({ name, caseSensitive: false, wholeWord: true });

function contextOf({ segmentId, speaker, startMs, endMs, text }: ContextRow, matcher: Matcher): CandidateContext {
  const spans: number[] = [];
  matcher.scan(text, (_pattern, start, end) => void spans.push(start, end));

  return {
    segmentId,
    speaker: speaker ?? UNKNOWN_SPEAKER,
    timeFormatted: minutes(startMs),
    timecode: startMs,
    endTime: endMs,
    text,
    marks: joined(spans),
  };
}

function minutes(ms: number): string {
  const seconds = Math.floor(ms / 1000);

  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
