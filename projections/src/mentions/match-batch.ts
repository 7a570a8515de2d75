import { updateRows } from '../kit/columns.ts';
import type { Tables } from '../kit/tables.ts';
import { noteRepinned, type Memory } from './batch.ts';
import { loadDecisions } from './decisions.ts';
import { countMentions, findMentions, forgetMentions, measureTranscripts } from './matching.ts';
import { listNextTo } from './neighbours.ts';
import { repin } from './pin-moves.ts';
import { loadVocabulary } from './pinned-vocabulary.ts';
import { takePrepared } from './prepared.ts';
import { rematchRepinned } from './rematch.ts';

/** Rematches what the batch changed and updates the counts. */
export async function matchBatch(tables: Tables, memory: Memory): Promise<void> {
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

/** Words of a segment may be the context of a pattern in the next one. */
async function touchNeighbours(tables: Tables, memory: Memory): Promise<void> {
  const partly = [...memory.touched].flatMap(([episode, segments]) => (segments ? [{ episode, segments }] : []));
  if (partly.length === 0) return;
  const episodes = partly.map(({ episode }) => episode);
  const segments = partly.flatMap((one) => [...one.segments]);
  for (const { episodeUuid, segmentId } of await listNextTo(tables, episodes, segments, memory.gaps))
    memory.touched.get(episodeUuid)?.add(segmentId);
}

/** Writes the active transcripts and revisions that the batch's events gave the episodes. */
export async function writeEpisodes(tables: Tables, memory: Memory): Promise<void> {
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
