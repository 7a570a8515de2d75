import { readFileSync } from 'node:fs';
import { entityEvents } from '@earmark/contracts/entities';
import { EpisodeAdded, EpisodeRemoved, EpisodeRestored, type EpisodeUuid } from '@earmark/contracts/episodes';
import { recountEvents } from '@earmark/contracts/recounts';
import { SeriesAdded, SeriesRemoved, SeriesRestored } from '@earmark/contracts/series';
import { type SpeakerId, transcriptEvents, type VersionId } from '@earmark/contracts/transcripts';
import { vocabularyEvents, type PatternFacts } from '@earmark/contracts/vocabulary';
import { defineProjector, type ProjectedEvent } from '../kit/projector.ts';
import type { Tables } from '../kit/tables.ts';
import { emptyBatch, emptyMemory, noteRepinned, touch, type Memory } from './batch.ts';
import { loadDecisions } from './decisions.ts';
import { matchBatch, writeEpisodes } from './match-batch.ts';
import { countMentions, findMentions, measureTranscripts } from './matching.ts';
import { repin } from './pin-moves.ts';
import { listRemovedSeries, setRemoved } from './removal.ts';
import { loadVocabulary } from './pinned-vocabulary.ts';
import { segmentRow } from './segment-edits.ts';
import { addVariant } from './variants.ts';

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
    if (tables.mode === 'live') await matchBatch(tables, memory);
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

const nameSpeaker = async (tables: Tables, versionId: VersionId, speakerId: SpeakerId, name: string): Promise<void> =>
  tables.exactlyOne('update mentions_speaker set name = $3 where version_id = $1 and speaker_id = $2', [
    versionId,
    speakerId,
    name,
  ]);

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

/** The mentions of what is removed stay, so that restoring it need not match anything. */
async function turn(
  tables: Tables,
  memory: Memory,
  what: { seriesUuid: string } | { episodeUuid: string },
  isRemoved: boolean,
): Promise<void> {
  for (const episodeUuid of await setRemoved(tables, what, isRemoved)) memory.turned.add(episodeUuid);
}

type OfTranscript = Extract<ProjectedEvent, { data: { versionId: VersionId | null; episodeUuid: EpisodeUuid } }>;
type OfEntities = Extract<ProjectedEvent, { type: 'EntityAdded' | 'EntityRemoved' | 'EntityEdited' }>;

/** `segments`: those whose mentions may have changed. */
function edited(memory: Memory, { data, revision }: OfTranscript, ...segments: string[]): void {
  memory.transcriptRevision.set(data.episodeUuid, revision);
  touch(memory, data.episodeUuid, segments);
}

function entitiesChanged(memory: Memory, { data, revision }: OfEntities): void {
  memory.entitiesRevision.set(data.episodeUuid, revision);
  touch(memory, data.episodeUuid, null);
}
