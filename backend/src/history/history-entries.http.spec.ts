import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type EpisodeMoment, EpisodeUuid } from '@earmark/contracts/episodes';
import type { EntryChanges, HistoryEntries, HistoryEntry, RevertBatchPlan } from '@earmark/contracts/history';
import { type EventId, uuidFrom } from '@earmark/contracts/kit';
import { SeriesUuid, seriesFacts } from '@earmark/contracts/series';
import type { SegmentView } from '@earmark/contracts/transcripts';
import { systemContext } from '../kit/system-context.ts';
import { startApp, type Caller, type RunningApp } from '../testing/running-app.ts';
import { record } from './undo.fixture.ts';

const LINES = 70;
const WITH_WORD = 64;
const seriesUuid = SeriesUuid.parse('11111111-1111-4111-8111-111111111111');
const episodeUuid = uuidFrom(seriesUuid, 'talk', EpisodeUuid);
let app: RunningApp;
let admin: Caller;
let analyst: Caller;

beforeAll(async () => {
  app = await startApp();
  [admin, analyst] = await Promise.all([app.signIn('admin'), app.signIn('analyst')]);
  const { series } = app.services;
  await series.putSeries(
    { seriesUuid, feedUrl: null, itunesId: null, facts: seriesFacts('Data Talk') },
    systemContext('spec'),
  );
  await addEpisode(episodeUuid, 'Pilot');
  const cues = Array.from({ length: LINES }, (_, index) => `${cue(index)}\n<v Ada>${lineAt(index)}`);
  await admin(
    'POST',
    `/api/admin/episodes/${episodeUuid}/transcript-file`,
    Buffer.from(`WEBVTT\n\n${cues.join('\n\n')}\n`),
  );
  await save((text) => text.replaceAll('Dataset', 'Datasette'));
});
afterAll(async () => app.stop());

describe('a save of many changes', () => {
  it('is one entry with one sentence, which says how many it has', async () => {
    const { entries } = await list(admin, `episodeUuid=${episodeUuid}`);
    expect(entries[0]).toMatchObject({
      kind: 'save',
      sentence: `Replaced “Dataset” with “Datasette” in ${WITH_WORD} segments.`,
      actor: 'admin',
      count: WITH_WORD,
      elsewhere: 0,
      undone: 0,
      undoableBy: 'admin',
      lead: null,
      link: '/podcasts/DataTalk/pilot',
      episodeUuid,
    });
    expect(entries.map(({ sentence }) => sentence).slice(1)).toEqual([
      expect.stringMatching(/transcript/i),
      'The episode was added.',
    ]);
  });

  it('names its episode in the list of all changes', async () => {
    const { entries } = await list(analyst, 'kind=transcripts');
    expect(entries[0]!.sentence).toBe(`Replaced “Dataset” with “Datasette” in ${WITH_WORD} segments in “Pilot”.`);
  });

  it('lists its changes on request, in the order of the document, a page at a time', async () => {
    const [entry] = (await list(admin, `episodeUuid=${episodeUuid}`)).entries;
    const first = await changesOf(entry!);
    const second = await changesOf(entry!, `&after=${first.next}`);
    expect([first.changes.length, first.count, second.changes.length, second.next]).toEqual([50, WITH_WORD, 14, null]);
    const texts = [...first.changes, ...second.changes].map(({ diff }) => diff[0]!.to);
    expect(texts).toEqual(texts.toSorted((one, other) => String(one).localeCompare(String(other), 'en')));
    expect(first.changes.every(({ revertible }) => revertible)).toBe(true);
  });

  it('is undone in part or whole, each undo being one entry, too, in the order of the document', async () => {
    const [entry] = (await list(admin, `episodeUuid=${episodeUuid}`)).entries;
    const chosen = (await changesOf(entry!)).changes.slice(0, 3).map(({ eventId }) => eventId);
    const plan = await planOf(entry!);
    expect(plan.will).toHaveLength(WITH_WORD);
    expect(await undo(plan.undoId, [chosen[0]!, randomUUID() as EventId])).toMatchObject({ status: 400 });
    expect(await undo(plan.undoId, chosen)).toMatchObject({ status: 200, body: { notUndone: [] } });
    expect(await undo(plan.undoId, chosen)).toMatchObject({ status: 200, body: { notUndone: [] } });
    expect(await undo(plan.undoId)).toMatchObject({
      status: 409,
      body: { detail: 'Another part of this list has been undone already. Make a new list for the rest.' },
    });
    const [part, whole] = (await list(admin, `episodeUuid=${episodeUuid}`)).entries;
    expect(part).toMatchObject({
      kind: 'undo',
      count: 3,
      elsewhere: 0,
      sentence: 'Undid 3 changes: replaced “Datasette” with “Dataset” in 3 segments.',
    });
    expect(whole).toMatchObject({ correlationId: entry!.correlationId, count: WITH_WORD, undone: 3 });
    const reverts = (await changesOf(part!)).changes.map(({ reverts }) => reverts);
    expect(reverts).toEqual(chosen);

    await undo((await planOf(entry!)).undoId);
    const after = (await list(admin, '')).entries;
    expect(after[0]).toMatchObject({ kind: 'undo', count: WITH_WORD - 3 });
    expect(after.find((one) => one.correlationId === entry!.correlationId)).toMatchObject({ undone: WITH_WORD });
    const moments = (await app.visitor('GET', `/api/episodes/${episodeUuid}/moments`)).body as EpisodeMoment[];
    expect(moments.slice(-3).map(({ sentence }) => sentence)).toEqual(
      [WITH_WORD, 3, WITH_WORD - 3].map((count) => `${count} passages were corrected.`),
    );
  });

  it('says what was done when it was several things, and leads with the change that others accompany', async () => {
    await save((text, index) => (index === 0 ? 'Something else.' : index === 2 ? 'Another.' : text), 'Bea');
    const [entry] = (await list(admin, `episodeUuid=${episodeUuid}`)).entries;
    expect(entry!.sentence).toBe('Renamed speaker “Ada” to “Bea” in 70 segments and 2 segments were corrected.');
    const types = (await admin('GET', '/api/admin/entity-types')).body as { id: string }[];
    await admin('POST', '/api/admin/entity-patterns', { name: 'Datasette', entityTypeId: types[0]!.id });
    const [added] = (await list(analyst, 'kind=vocabulary')).entries;
    expect(added).toMatchObject({ count: 2, undoableBy: 'analyst', lead: { type: 'PatternAdded' } });
    expect(added!.sentence).toBe(added!.lead!.sentence);
  });
});

it('says of an import what it brought before what it made on the way', async () => {
  const rows = Array.from({ length: 1200 }, (_, index) => ({
    name: `Yacht ${index}`,
    entityType: 'yacht',
    entity: index % 2 === 0 ? null : `Hull ${index}`,
    caseSensitive: false,
    wholeWord: true,
  }));
  await app.services.vocabulary.import(rows, systemContext('spec'));
  const { entries } = await list(admin, 'stream=vocabulary-main');
  expect(entries[0]).toMatchObject({
    kind: 'import',
    sentence: '1,200 search patterns were imported, category “yacht” was created and 1,200 entities were named.',
  });
});

it('pages by entries, without gaps and without repeating one that other people’s changes interrupt', async () => {
  const uuid = uuidFrom(seriesUuid, 'long', EpisodeUuid);
  await addEpisode(uuid, 'Long');
  const slow = { ...systemContext('slow'), correlationId: randomUUID() };
  let last = null as string | null;
  for (let index = 0; index < 60; index++) {
    const described = {
      type: 'DescriptionEdited',
      data: { episodeUuid: uuid, from: last, to: (last = String(index)) },
    };
    await record(app.services.streams, `episode-${uuid}`, [described], index % 20 === 0 ? slow : undefined);
  }
  for (const subject of [`episodeUuid=${uuid}`, `stream=episode-${uuid}`, 'kind=episodes']) {
    const first = await list(admin, subject);
    const second = await list(admin, `${subject}&before=${first.next}`);
    const ofLong = [...first.entries, ...second.entries].filter(({ episodeUuid: of }) => of === uuid);
    expect(first.entries).toHaveLength(50);
    expect(second.next).toBeNull();
    expect(new Set(ofLong.map(({ correlationId }) => correlationId)).size).toBe(ofLong.length);
    // 57 changes alone, three of one request, and the episode itself.
    expect(ofLong).toHaveLength(59);
    expect(ofLong.find(({ correlationId }) => correlationId === slow.correlationId)).toMatchObject({
      count: 3,
      sentence: expect.stringContaining('3 descriptions were changed'),
    });
  }
});

it('is filtered by time and by words, and then still counts whole entries', async () => {
  const { entries } = await list(admin, 'text=datasette&kind=transcripts');
  expect(entries.map(({ kind, count }) => [kind, count])).toEqual([
    ['undo', WITH_WORD - 3],
    ['undo', 3],
    ['save', WITH_WORD],
  ]);
  const save = entries.at(-1)!;
  expect((await list(admin, 'text=no such words')).entries).toEqual([]);
  // An id is no text.
  expect((await list(admin, `text=${episodeUuid}`)).entries).toEqual([]);
  expect((await list(admin, 'text=data talk&kind=series')).entries).toHaveLength(1);
  const until = await list(admin, `kind=transcripts&to=${save.at}`);
  expect(until.entries.map(({ correlationId }) => correlationId)).not.toContain(save.correlationId);
  const since = await list(admin, `kind=transcripts&from=${save.at}`);
  expect(since.entries.at(-1)!.correlationId).toBe(save.correlationId);
  expect((await list(admin, 'from=2001-01-01T00:00:00Z&to=2001-01-02T00:00:00Z')).entries).toEqual([]);
  expect(await admin('GET', '/api/history/entries?from=yesterday')).toMatchObject({ status: 400 });
});

it('shows visitors the entries of an episode without names, and nobody else’s the whole log', async () => {
  const { entries } = await list(app.visitor, `episodeUuid=${episodeUuid}`);
  expect(new Set(entries.map(({ reason }) => reason))).toEqual(new Set([null]));
  expect(entries.at(0)!.actor).toBe('admin');
  expect(await app.visitor('GET', '/api/history/entries')).toMatchObject({ status: 401 });
  expect(await app.visitor('GET', `/api/history/entries/${entries[0]!.correlationId}`)).toMatchObject({ status: 401 });
  expect(await admin('GET', `/api/history/entries/${randomUUID()}`)).toMatchObject({ status: 404 });
});

const cue = (index: number): string => `00:${two(index)}:00.000 --> 00:${two(index)}:30.000`;
const two = (number: number): string => String(number % 60).padStart(2, '0');
function lineAt(index: number): string {
  return index < WITH_WORD ? `Line ${String(index).padStart(2, '0')} is about “Dataset”, mostly.` : `Line ${index}.`;
}

async function addEpisode(uuid: EpisodeUuid, title: string): Promise<void> {
  const facts = { title, description: null, audioUrl: null, imageUrl: null, publishedAt: null, durationSeconds: 6000 };
  await app.services.series.putEpisode(
    { episodeUuid: uuid, seriesUuid, guid: null, facts: { ...facts, link: null, transcripts: [] } },
    systemContext('spec'),
  );
}

async function save(edit: (text: string, index: number) => string, speaker?: string): Promise<void> {
  await app.services.checkpoints.passed(await app.services.log.head());
  const { body } = await admin('GET', `/api/podcasts/${seriesUuid}/${episodeUuid}`);
  const { transcript } = body as { transcript: SegmentView[] };
  const segments = transcript.map((segment, index) => ({
    ...segment,
    text: edit(segment.text, index),
    speaker: speaker ?? segment.speaker,
  }));
  expect(await admin('PUT', `/api/episodes/${episodeUuid}/transcript`, { segments })).toMatchObject({ status: 200 });
}

async function list(caller: Caller, query: string): Promise<HistoryEntries> {
  await app.services.checkpoints.passed(await app.services.log.head());
  const answer = await caller('GET', `/api/history/entries?${query}`);
  expect(answer).toMatchObject({ status: 200 });

  return answer.body as HistoryEntries;
}

async function changesOf({ correlationId }: HistoryEntry, more = ''): Promise<EntryChanges> {
  const { body } = await admin('GET', `/api/history/entries/${correlationId}?episodeUuid=${episodeUuid}${more}`);

  return body as EntryChanges;
}

async function planOf({ correlationId }: HistoryEntry): Promise<RevertBatchPlan> {
  const { body } = await admin('POST', '/api/admin/history/revert-batch', { correlationId, dryRun: true });

  return body as RevertBatchPlan;
}

const undo = async (undoId: string, eventIds?: readonly string[]) =>
  admin('POST', '/api/admin/history/revert-batch', { undoId, eventIds });
