import { readFileSync } from 'node:fs';
import { entityEvents } from '@earmark/contracts/entities';
import { EpisodeAdded, EpisodeRemoved, EpisodeRestored, type EpisodeUuid } from '@earmark/contracts/episodes';
import { recountEvents, type RecountId } from '@earmark/contracts/recounts';
import { SeriesAdded, SeriesRemoved, SeriesRestored } from '@earmark/contracts/series';
import { type SpeakerId, transcriptEvents, type VersionId } from '@earmark/contracts/transcripts';
import { vocabularyEvents, type PatternFacts } from '@earmark/contracts/vocabulary';
import { defineProjector, type ProjectedEvent } from '../kit/projector.ts';
import { updateRows } from '../kit/columns.ts';
import type { Tables } from '../kit/tables.ts';
import { loadDecisions } from './decisions.ts';
import { countMentions, findMentions, forgetMentions, measureTranscripts } from './matching.ts';
import { Merges } from './merges.ts';
import { listNextTo, type Gap } from './neighbours.ts';
import { PinMoves, repin, type Repinned } from './pin-moves.ts';
import { takePrepared } from './prepared.ts';
import { listRemovedSeries, setRemoved } from './removal.ts';
import { loadVocabulary, type PinnedVocabulary } from './pinned-vocabulary.ts';
import { rematchRepinned } from './rematch.ts';
import { SegmentEdits, segmentRow } from './segment-edits.ts';
import { addVariant } from './variants.ts';
import { WordList } from './word-list.ts';

interface Memory {
  /** Null: load it before the next match. */
  vocabulary: PinnedVocabulary | null;
  readonly pins: PinMoves;
  readonly merges: Merges;
  readonly words: WordList;
  readonly edits: SegmentEdits;
  /** An episode may still come to one when somebody removes it meanwhile. Null: not loaded yet. */
  removedSeries: Set<string> | null;
  /** Each written with one statement at the end of the batch. */
  activated: Map<string, string | null>;
  transcriptRevision: Map<string, number>;
  entitiesRevision: Map<string, number>;
  /** By episode, the segments to rematch; null: all. */
  touched: Map<string, Set<string> | null>;
  /** Where segments were removed. */
  gaps: Gap[];
  /** Episodes whose pin may have changed; null: any. */
  moved: Set<string> | null;
  /** Ids of published recounts. */
  published: RecountId[];
  /** Whose pins changed already, with those that they had at the start of the batch. */
  repinned: Map<string, Repinned>;
  /** Episodes that were removed or restored, to count again. */
  turned: Set<string>;
}

function emptyMemory(): Memory {
  const words = new WordList();
  const pins = new PinMoves();

  return {
    vocabulary: null,
    pins,
    merges: new Merges(),
    words,
    edits: new SegmentEdits(words),
    removedSeries: null,
    ...emptyBatch(),
  };
}

const emptyBatch = () => ({
  activated: new Map<string, string | null>(),
  transcriptRevision: new Map<string, number>(),
  entitiesRevision: new Map<string, number>(),
  touched: new Map<string, Set<string> | null>(),
  gaps: [] as Gap[],
  moved: new Set<string>(),
  published: [] as RecountId[],
  repinned: new Map<string, Repinned>(),
  turned: new Set<string>(),
});

export const mentions = defineProjector({
  name: 'mentions',
  version: 18,
  sql: readFileSync(new URL('./mentions.sql', import.meta.url), 'utf8'),
  readsFrom: [
    SeriesAdded,
    SeriesRemoved,
    SeriesRestored,
    EpisodeAdded,
    EpisodeRemoved,
    EpisodeRestored,
    transcriptEvents,
    entityEvents,
    vocabularyEvents,
    recountEvents,
  ],
  memory: emptyMemory,
  on: {
    SeriesAdded: ({ data }, tables) => tables.insert('mentions_series', { series_uuid: data.seriesUuid, mentions: 0 }),
    SeriesRemoved: async ({ data }, tables, memory) => {
      memory.removedSeries?.add(data.seriesUuid);
      await memory.pins.removed(tables, data.seriesUuid, null);
      await turn(tables, memory, { seriesUuid: data.seriesUuid }, true);
    },
    SeriesRestored: async ({ data }, tables, memory) => {
      memory.removedSeries?.delete(data.seriesUuid);
      await memory.pins.restored(tables, data.seriesUuid, null);
      await turn(tables, memory, { seriesUuid: data.seriesUuid }, false);
    },
    EpisodeRemoved: async ({ data }, tables, memory) => {
      await memory.pins.removed(tables, data.seriesUuid, data.episodeUuid);
      await turn(tables, memory, { episodeUuid: data.episodeUuid }, true);
    },
    EpisodeRestored: async ({ data }, tables, memory) => {
      await memory.pins.restored(tables, data.seriesUuid, data.episodeUuid);
      await turn(tables, memory, { episodeUuid: data.episodeUuid }, false);
    },
    EpisodeAdded: async ({ data }, tables, memory) => {
      memory.removedSeries ??= await listRemovedSeries(tables);
      tables.insert('mentions_all_episode', {
        episode_uuid: data.episodeUuid,
        series_uuid: data.seriesUuid,
        version_id: null,
        vocabulary_revision: null,
        matcher_version: null,
        transcript_revision: -1,
        entities_revision: -1,
        segments: 0,
        length_ms: 0,
        mentions: 0,
        merged: '',
        is_removed: false,
        is_series_removed: memory.removedSeries.has(data.seriesUuid),
      });
    },
    SegmentsRecorded: ({ data, revision }, tables, memory) => {
      for (const segment of data.segments)
        tables.insert('mentions_segment', segmentRow(data.episodeUuid, data.versionId, segment, memory.words));
      memory.transcriptRevision.set(data.episodeUuid, revision);
    },
    TranscriptRecorded: ({ data, revision }, tables, memory) => {
      tables.insert('mentions_version', {
        version_id: data.versionId,
        episode_uuid: data.episodeUuid,
        source: data.source,
        form: data.form,
        segments: data.segments,
        warnings: data.warnings,
      });
      introduce(tables, data.versionId, data.speakers);
      memory.transcriptRevision.set(data.episodeUuid, revision);
    },
    TranscriptActivated: async ({ id, data, revision }, tables, memory) => {
      const { episodeUuid, versionId, pin } = data;
      memory.activated.set(episodeUuid, versionId);
      memory.transcriptRevision.set(episodeUuid, revision);
      touch(memory, episodeUuid, null);
      memory.moved?.add(episodeUuid);
      await memory.pins.first(tables, { moveId: id, episodeUuid, seriesUuids: null, pin });
    },
    SegmentEdited: (event, _tables, memory) => {
      const { episodeUuid, versionId, segmentId, to } = event.data;
      memory.edits.change(episodeUuid, versionId, segmentId, { text: to });
      edited(memory, event, segmentId);
    },
    SegmentRetimed: (event, _tables, memory) => {
      const { episodeUuid, versionId, segmentId, to } = event.data;
      memory.edits.change(episodeUuid, versionId, segmentId, to);
      edited(memory, event);
    },
    SegmentAdded: (event, tables, memory) => {
      const { episodeUuid, versionId, segment, speaker } = event.data;
      if (speaker) introduce(tables, versionId, [speaker]);
      memory.edits.put(episodeUuid, versionId, segment);
      edited(memory, event, segment.segmentId);
    },
    SegmentDeleted: (event, _tables, memory) => {
      const { episodeUuid, versionId, segment } = event.data;
      memory.edits.remove(episodeUuid, versionId, segment.segmentId);
      memory.gaps.push({ episodeUuid, orderKey: segment.orderKey });
      edited(memory, event, segment.segmentId);
    },
    SegmentRestored: (event, _tables, memory) => {
      const { episodeUuid, versionId, segment } = event.data;
      memory.edits.put(episodeUuid, versionId, segment);
      edited(memory, event, segment.segmentId);
    },
    SegmentSplit: (event, _tables, memory) => {
      const { episodeUuid, versionId, after } = event.data;
      for (const segment of after) memory.edits.put(episodeUuid, versionId, segment);
      edited(memory, event, ...after.map(({ segmentId }) => segmentId));
    },
    SegmentsMerged: (event, _tables, memory) => {
      const { episodeUuid, versionId, before, after } = event.data;
      memory.edits.put(episodeUuid, versionId, after);
      memory.edits.remove(episodeUuid, versionId, before[1].segmentId);
      memory.gaps.push({ episodeUuid, orderKey: before[1].orderKey });
      edited(memory, event, after.segmentId, before[1].segmentId);
    },
    SpeakerRenamed: async (event, tables, memory) => {
      const { versionId, speakerId, to } = event.data;
      await nameSpeaker(tables, versionId, speakerId, to);
      edited(memory, event);
    },
    SegmentsReassigned: (event, tables, memory) => {
      const { episodeUuid, versionId, segments, speakers } = event.data;
      introduce(tables, versionId, speakers);
      for (const { segmentId, to } of segments)
        memory.edits.change(episodeUuid, versionId, segmentId, { speakerId: to });
      edited(memory, event, ...segments.map(({ segmentId }) => segmentId));
    },
    SpeakersMapped: async (event, tables, memory) => {
      const { versionId, mappings } = event.data;
      for (const { speakerId, to } of mappings) await nameSpeaker(tables, versionId, speakerId, to);
      edited(memory, event);
    },
    TimestampsVerified: (event, _tables, memory) => {
      const { episodeUuid, versionId, repairs } = event.data;
      const rewritten: string[] = [];
      for (const repair of repairs)
        switch (repair.kind) {
          case 'retimed':
            memory.edits.change(episodeUuid, versionId, repair.segmentId, repair.to);
            break;
          case 'split':
            for (const segment of repair.after) memory.edits.put(episodeUuid, versionId, segment);
            rewritten.push(...repair.after.map(({ segmentId }) => segmentId));
            break;
          case 'merged':
            memory.edits.put(episodeUuid, versionId, repair.after);
            memory.edits.remove(episodeUuid, versionId, repair.before[1].segmentId);
            memory.gaps.push({ episodeUuid, orderKey: repair.before[1].orderKey });
            rewritten.push(...repair.before.map(({ segmentId }) => segmentId));
            break;
        }
      edited(memory, event, ...rewritten);
    },
    EntitiesExtracted: async ({ id, data, revision, metadata }, tables, memory) => {
      const { episodeUuid, pin } = data;
      memory.entitiesRevision.set(episodeUuid, revision);
      memory.moved?.add(episodeUuid);
      await memory.pins.extracted(tables, { moveId: id, episodeUuid, seriesUuids: null, pin }, metadata.reverts);
    },
    EntityAdded: async (event, tables, memory) => {
      const { episodeUuid, entityId, facts } = event.data;
      await decided(tables, memory, event, { episodeUuid, entityId, name: facts.name, decision: 'added' });
    },
    EntityRemoved: async (event, tables, memory) => {
      const { episodeUuid, entityId, facts, after } = event.data;
      await decided(tables, memory, event, { episodeUuid, entityId, name: facts.name, decision: after });
    },
    EntityEdited: async (event, tables, memory) => {
      const { episodeUuid, toEntityId, moved } = event.data;
      await tables.query('delete from mentions_shown_as where episode_uuid = $1 and entity_id = any($2)', [
        episodeUuid,
        moved,
      ]);
      for (const entityId of moved)
        if (entityId !== toEntityId)
          tables.insert('mentions_shown_as', { episode_uuid: episodeUuid, entity_id: entityId, shown_id: toEntityId });
      entitiesChanged(memory, event);
    },
    RecountPublished: async ({ data, metadata }, tables, memory) => {
      const { recountId, pin, scope, only } = data;
      memory.published.push(recountId);
      if (only !== null) {
        noteRepinned(memory, await repin(tables, null));
        memory.moved = null;
        await memory.pins.publishedFor(tables, recountId, scope.podcastUuids, only.moves, metadata.reverts);
        return;
      }
      memory.moved = null;
      await memory.pins.published(
        tables,
        { moveId: recountId, episodeUuid: null, seriesUuids: scope.podcastUuids, pin },
        metadata.reverts,
      );
    },
    RecountReverted: async ({ data }, tables, memory) => {
      memory.moved = null;
      await memory.pins.reverted(tables, data.recountId, data.only === null);
    },
    PatternAdded: ({ data, revision }, tables, memory) => open(tables, memory, data.pattern, revision),
    PatternsImported: ({ data, revision }, tables, memory) => {
      for (const pattern of data.patterns) open(tables, memory, pattern, revision);
    },
    PatternEdited: async ({ data, revision }, tables, memory) => {
      await close(tables, memory, data.from.patternId, revision);
      open(tables, memory, data.to, revision);
    },
    PatternDeleted: async ({ data, revision }, tables, memory) =>
      close(tables, memory, data.pattern.patternId, revision),
    PatternsRemoved: async ({ data, revision }, tables, memory) => {
      for (const { patternId } of data.patterns) await close(tables, memory, patternId, revision);
    },
    VocabularyVaried: async ({ data: { base, changes }, revision }, tables, memory) => {
      if (base === null) return;
      await addVariant(tables, base, changes, revision);
      memory.vocabulary = null;
    },
    EntitiesMerged: async ({ data }, tables, memory) => memory.merges.merge(tables, data.from, data.into),
    EntitiesUnmerged: async ({ data }, tables, memory) => memory.merges.unmerge(tables, data.from),
    EntitySplit: async ({ data }, tables, memory) => memory.merges.split(tables, data),
    EntityUnsplit: async ({ data }, tables, memory) => memory.merges.unsplit(tables, data),
  },
  ignores: [
    'EntityTypeCreated',
    'EntityNamed',
    'EntityLinked',
    'PatternLeftAsIs',
    'RecountStarted',
    'RecountDiscarded',
  ],

  settle: async (tables, memory) => {
    await writeEpisodes(tables, memory);
    await memory.words.write(tables);
    if (tables.mode === 'live') await match(tables, memory);
    Object.assign(memory, emptyBatch());
  },

  // A rebuild matches each transcript once, with its last pin, instead of once per event that changed it.
  finish: async (tables, memory) => {
    await memory.edits.write(tables);
    await repin(tables, null);
    await findMentions(tables, await loadVocabulary(tables), await loadDecisions(tables, null), null);
    await memory.merges.join(tables, null);
    await measureTranscripts(tables, null);
    await countMentions(tables, null);
  },
});

/** Rematches what the batch changed and updates the counts. */
async function match(tables: Tables, memory: Memory): Promise<void> {
  const { touched, moved, turned } = memory;
  await memory.edits.write(tables);
  if (moved === null || moved.size > 0) noteRepinned(memory, await repin(tables, moved && [...moved]));
  const repinned = [...memory.repinned.values()];
  const merged = await memory.merges.affected(tables);
  if (touched.size === 0 && repinned.length === 0 && turned.size === 0 && merged.length === 0)
    return memory.merges.join(tables, []);
  const apart = [...new Set([...touched.keys(), ...repinned.map((row) => row.episode_uuid), ...merged])];
  await memory.merges.part(tables, apart);
  memory.vocabulary ??= await loadVocabulary(tables);
  if (memory.vocabulary.matcher.hasContexts) await touchNeighbours(tables, memory);

  // A new transcript or a decision needs the whole episode; a new pin alone only what the vocabulary changed.
  const onlyRepinned = repinned.filter(({ episode_uuid }) => touched.get(episode_uuid) !== null);
  const whole = [...touched].filter(([, segments]) => segments === null).map(([episode]) => episode);
  const prepared = await takePrepared(tables, memory.published, onlyRepinned);
  const unprepared = onlyRepinned.filter(({ episode_uuid }) => !prepared.done.has(episode_uuid));
  const rematched = await rematchRepinned(tables, unprepared);
  whole.push(...rematched.whole);
  const rest = [...touched].filter(
    (entry): entry is [string, Set<string>] => entry[1] !== null && !whole.includes(entry[0]),
  );
  // A new pin alone changes few episodes; the totals of the others stay.
  const changed = [
    ...new Set([...touched.keys(), ...turned, ...whole, ...prepared.changed, ...rematched.changed, ...merged]),
  ];
  if (changed.length === 0) return memory.merges.join(tables, apart);
  const decisions = await loadDecisions(tables, [...touched.keys(), ...whole]);
  if (whole.length > 0) {
    await forgetMentions(tables, whole, null);
    await findMentions(tables, memory.vocabulary, decisions, { episodes: whole });
  }
  if (rest.length > 0) {
    const segments = rest.flatMap(([, own]) => [...own]);
    const episodes = rest.map(([episode]) => episode);
    await forgetMentions(tables, episodes, segments);
    await findMentions(tables, memory.vocabulary, decisions, { episodes, segments });
  }
  await memory.merges.join(tables, apart);
  await measureTranscripts(tables, [...touched.keys()]);
  await countMentions(tables, changed);
}

function noteRepinned({ repinned }: Memory, rows: readonly Repinned[]): void {
  for (const row of rows) {
    const { old_revision, old_version } = repinned.get(row.episode_uuid) ?? row;
    repinned.set(row.episode_uuid, { ...row, old_revision, old_version });
  }
}

/** Words of a segment may be the context of a pattern in the next one. */
async function touchNeighbours(tables: Tables, memory: Memory): Promise<void> {
  const partly = [...memory.touched].flatMap(([episode, segments]) => (segments ? [{ episode, segments }] : []));
  if (partly.length === 0) return;
  const episodes = partly.map(({ episode }) => episode);
  const segments = partly.flatMap((one) => [...one.segments]);
  for (const { episodeUuid, segmentId } of await listNextTo(tables, episodes, segments, memory.gaps))
    memory.touched.get(episodeUuid)?.add(segmentId);
}

/** The mentions of what is removed stay, so that restoring it need not match anything. */
async function turn(
  tables: Tables,
  memory: Memory,
  what: { seriesUuid: string } | { episodeUuid: string },
  isRemoved: boolean,
): Promise<void> {
  for (const episodeUuid of await setRemoved(tables, what, isRemoved)) memory.turned.add(episodeUuid);
}

const nameSpeaker = async (tables: Tables, versionId: VersionId, speakerId: SpeakerId, name: string): Promise<void> =>
  tables.exactlyOne('update mentions_speaker set name = $3 where version_id = $1 and speaker_id = $2', [
    versionId,
    speakerId,
    name,
  ]);

type OfTranscript = Extract<ProjectedEvent, { data: { versionId: VersionId | null; episodeUuid: EpisodeUuid } }>;
type OfEntities = Extract<ProjectedEvent, { type: 'EntityAdded' | 'EntityRemoved' | 'EntityEdited' }>;

/** `segments`: those whose mentions may have changed. */
function edited(memory: Memory, { data, revision }: OfTranscript, ...segments: string[]): void {
  memory.transcriptRevision.set(data.episodeUuid, revision);
  touch(memory, data.episodeUuid, segments);
}

function touch(memory: Memory, episodeUuid: EpisodeUuid, segments: readonly string[] | null): void {
  const known = memory.touched.get(episodeUuid);
  if (segments === null) memory.touched.set(episodeUuid, null);
  else if (known !== null) memory.touched.set(episodeUuid, new Set([...(known ?? []), ...segments]));
}

function entitiesChanged(memory: Memory, { data, revision }: OfEntities): void {
  memory.entitiesRevision.set(data.episodeUuid, revision);
  touch(memory, data.episodeUuid, null);
}

async function decided(
  tables: Tables,
  memory: Memory,
  event: OfEntities,
  row: { episodeUuid: EpisodeUuid; entityId: string; name: string; decision: string | null },
): Promise<void> {
  const { episodeUuid, entityId, name, decision } = row;
  await tables.query('delete from mentions_decision where episode_uuid = $1 and entity_id = $2', [
    episodeUuid,
    entityId,
  ]);
  if (decision !== null)
    tables.insert('mentions_decision', { episode_uuid: episodeUuid, entity_id: entityId, decision, name });
  entitiesChanged(memory, event);
}

function introduce(
  tables: Tables,
  versionId: VersionId,
  speakers: readonly { speakerId: SpeakerId; name: string }[],
): void {
  for (const { speakerId, name } of speakers)
    tables.insert('mentions_speaker', { version_id: versionId, speaker_id: speakerId, name });
}

function open(tables: Tables, memory: Memory, pattern: PatternFacts, revision: number): void {
  tables.insert('mentions_pattern', {
    pattern_id: pattern.patternId,
    entity_id: pattern.entityId,
    name: pattern.name,
    case_sensitive: pattern.caseSensitive,
    whole_word: pattern.wholeWord,
    near: pattern.near,
    not_near: pattern.notNear,
    distance: pattern.distance,
    from_revision: revision,
    to_revision: null,
    set_revision: revision,
  });
  memory.vocabulary = null;
}

async function close(tables: Tables, memory: Memory, patternId: string, revision: number): Promise<void> {
  await tables.exactlyOne(
    'update mentions_pattern set to_revision = $2 where pattern_id = $1 and to_revision is null',
    [patternId, revision],
  );
  memory.vocabulary = null;
}

async function writeEpisodes(tables: Tables, memory: Memory): Promise<void> {
  const { activated, transcriptRevision, entitiesRevision } = memory;
  const updates: [column: string, type: string, rows: [string, unknown][]][] = [
    ['version_id', 'uuid', [...activated]],
    ['transcript_revision', 'int4', [...transcriptRevision]],
    ['entities_revision', 'int4', [...entitiesRevision]],
  ];
  for (const [column, type, rows] of updates)
    await updateRows(
      tables,
      'mentions_all_episode',
      { episode_uuid: 'uuid' },
      { [column]: type },
      rows.map(([episode, value]) => ({ episode_uuid: episode, [column]: value })),
    );
}
