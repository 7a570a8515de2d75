import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { EpisodeUuid } from '@earmark/contracts/episodes';
import type { HistoryPage, RestoreAnswer, RevertBatchPlan, WholeDiff } from '@earmark/contracts/history';
import { type EventId, uuidFrom } from '@earmark/contracts/kit';
import { SeriesUuid, seriesFacts } from '@earmark/contracts/series';
import { startApp, type Caller, type RunningApp } from '../testing/running-app.ts';
import {
  added,
  deleted,
  edited,
  id,
  KNOWN_PERSON,
  lastOf,
  one,
  pattern,
  record,
  recorded,
  two,
} from './undo.fixture.ts';
import { admin as adminContext, episodeUuid, patternAdded, pin, seriesUuid, transcriptStream } from './undo.fixture.ts';
import { undos } from './undo.decider.ts';
import { UndoProcess } from './undo.process.ts';
import { Leases } from '../kit/process/lease.ts';
import { Streams } from '../kit/streams.ts';
import type { StoredEvent } from '../kit/history/event-history.ts';
import { systemContext } from '../kit/system-context.ts';
import { vocabulary } from '../vocabulary/vocabulary.decider.ts';

const VOCABULARY = 'vocabulary-main';
const nightShift = seriesFacts('Night Shift');
let app: RunningApp;
let admin: Caller;
let analyst: Caller;
let reader: Caller;
let recordedId: EventId;

beforeAll(async () => {
  app = await startApp();
  [admin, analyst, reader] = await Promise.all([app.signIn('admin'), app.signIn('analyst'), app.signIn('reader')]);
  const { series } = app.services;
  await series.putSeries({ seriesUuid, feedUrl: null, itunesId: null, facts: nightShift }, adminContext);
  await addEpisode(episodeUuid, 'Pilot');
  recordedId = (await happened(transcriptStream, recorded))[0]!;
});
afterAll(async () => app.stop());

async function addEpisode(uuid: EpisodeUuid, title: string): Promise<void> {
  const facts = { title, description: null, audioUrl: null, imageUrl: null, publishedAt: null, durationSeconds: null };
  await app.services.series.putEpisode(
    { episodeUuid: uuid, seriesUuid, guid: null, facts: { ...facts, link: null, transcripts: [] } },
    adminContext,
  );
}

/** Records events as other commands would, and waits until they are visible. */
async function happened(
  stream: string,
  events: readonly StoredEvent[],
  context?: typeof adminContext,
): Promise<EventId[]> {
  const ids = await record(app.services.streams, stream, events, context);
  const { position } = await lastOf(app.services.streams, stream);
  while (!(await app.services.checkpoints.passed(position)));

  return ids;
}
/** The handler of another server on the same log. */
function undoServer(): { process: UndoProcess; leases: Leases } {
  const { pool, log, databaseUrl } = app.services;
  const report = (line: string) => void app.reports.push(line);
  const leases = new Leases(databaseUrl, report);
  const process = new UndoProcess(new Streams(log), pool, log, leases, report);
  process.start();

  return { process, leases };
}

const history = async (caller: Caller, query: string) =>
  (await caller('GET', `/api/history?${query}`)).body as HistoryPage;
const revert = async (caller: Caller, eventId: string, body: object = {}) =>
  caller('POST', `/api/admin/history/${eventId}/revert`, body);
const batch = async (caller: Caller, body: object) => caller('POST', '/api/admin/history/revert-batch', body);
const text = async () => {
  const { body } = await app.visitor('GET', `/api/podcasts/${seriesUuid}/${episodeUuid}`);
  return (body as { transcript: { id: string; text: string }[] }).transcript.map((line) => line.text);
};

it('lists the changes of an episode, newest first, with its page', async () => {
  const { changes, next } = await history(app.visitor, `episodeUuid=${episodeUuid}`);
  expect(changes.map(({ sentence }) => sentence)).toEqual([
    'The transcript was added.',
    'A transcript of 3 segments was recorded (VTT).',
    'The episode was added.',
  ]);
  expect(changes[0]).toMatchObject({ actor: 'admin', link: '/podcasts/NightShift/pilot', podcastUuid: seriesUuid });
  expect(next).toBeNull();
});

it('undoes one change, shows that in the next read, and describes both', async () => {
  const [eventId] = await happened(transcriptStream, [edited(one.text, 'Who was Lovelace?')]);
  const answer = await revert(admin, eventId!, { reason: 'A slip' });
  expect(answer).toMatchObject({ status: 200, body: { eventIds: [expect.any(String)] } });
  expect((await text())[0]).toBe(one.text);
  const [undo, edit] = (await history(reader, `stream=${transcriptStream}`)).changes;
  expect(undo).toMatchObject({
    reverts: eventId,
    revertedBy: null,
    revertible: true,
    why: null,
    actor: 'admin',
    reason: 'A slip',
    sentence: 'Changed “Lovelace?” to “lovelace?” in a segment of Ada at 00:12:31 in “Pilot”.',
    diff: [{ path: `segments/${one.segmentId}/text`, from: 'Who was Lovelace?', to: one.text }],
  });
  expect(edit).toMatchObject({ eventId, revertedBy: undo!.eventId, revertible: false, actor: 'lin' });
  expect(edit!.why).toMatch(
    /^It has already been undone: “Changed .*” \(admin, \d+ [A-Z][a-z]+ \d{4}, \d\d:\d\d UTC\)\.$/,
  );
});

it('shows visitors neither names nor reasons', async () => {
  const { changes } = await history(app.visitor, `stream=${transcriptStream}`);
  expect(changes.every(({ reason, actor }) => reason === null && actor === 'admin')).toBe(true);
  expect(JSON.stringify(changes)).not.toMatch(/\blin\b|A slip/);
});

it('names the later change that stands in the way, and its author only to admins', async () => {
  const [first] = await happened(transcriptStream, [edited(two.text, 'X', 's2'), edited('X', 'Y', 's2')]);
  const refused = await revert(admin, first!);
  expect(refused).toMatchObject({ status: 409, body: { code: 'not-revertible' } });
  expect((refused.body as { detail: string }).detail).toMatch(
    /^A later change stands in the way: “Changed “X” to “Y” in .*” \(lin, .* UTC\)\. Undo that one first\.$/,
  );
  const [imported] = await happened(VOCABULARY, [
    { type: 'PatternsImported', data: { patterns: [pattern('Babbage', KNOWN_PERSON)] } },
    { type: 'PatternDeleted', data: { pattern: pattern('Babbage', KNOWN_PERSON) } },
  ]);
  const toAnalyst = await revert(analyst, imported!);
  expect((toAnalyst.body as { detail: string }).detail).toMatch(/\(admin, /);
});

it('lets analysts undo changes of the vocabulary, and others only read', async () => {
  const ids = await happened(VOCABULARY, patternAdded(pattern('Byron', KNOWN_PERSON)));
  const [edit] = await happened(transcriptStream, [deleted({ ...two, text: 'Y' })]);
  expect(await revert(analyst, edit!)).toMatchObject({ status: 403, body: { code: 'role-missing' } });
  expect(await revert(reader, ids[1]!)).toMatchObject({ status: 403 });
  expect(await revert(app.visitor, ids[1]!)).toMatchObject({ status: 401 });
  expect(await revert(analyst, ids[1]!)).toMatchObject({ status: 200 });
  const about = (await history(app.visitor, `stream=${VOCABULARY}&patternId=${id('pattern Byron')}`)).changes;
  expect(about.map(({ type }) => type)).toEqual(['PatternDeleted', 'PatternAdded']);
  expect(await revert(admin, ids[0]!)).toMatchObject({ status: 409, body: { code: 'not-revertible' } });
  expect(await revert(admin, edit!)).toMatchObject({ status: 200 });
});

it('includes decisions in episodes in the history of an entity', async () => {
  await happened(VOCABULARY, patternAdded(pattern('Curie', KNOWN_PERSON)));
  const byHand = added('Curie', KNOWN_PERSON);
  await happened(`entities-${episodeUuid}`, [added('Somebody', KNOWN_PERSON), byHand]);
  const { changes } = await history(app.visitor, `entityId=${id('Curie')}`);
  expect(changes.map(({ type }) => type)).toEqual(['EntityAdded', 'PatternAdded', 'EntityNamed']);
  expect(changes[0]).toMatchObject({ episodeUuid, sentence: expect.stringMatching(/^Added “Curie” .* by hand/) });
});

it('finds and undoes an old change of a name behind thousands of later ones', async () => {
  const old = pattern('Darwin', KNOWN_PERSON);
  const [, addedId] = await happened(VOCABULARY, patternAdded(old));
  const later = Array.from({ length: 5100 }, (_, index) => patternAdded(pattern(`Later ${index}`, KNOWN_PERSON))[0]!);
  const byHundreds = new Streams(app.services.log);
  for (let start = 0; start < later.length; start += 300) {
    const events = later.slice(start, start + 300);
    await byHundreds.change(vocabulary, 'main', () => ({ events, result: null }), systemContext('import'));
  }
  const [editedId] = await happened(VOCABULARY, [
    { type: 'PatternEdited', data: { from: old, to: { ...old, caseSensitive: true } } },
  ]);
  const about = async () => (await history(admin, `entityId=${old.entityId}`)).changes;
  const [edit, addition, naming] = await about();
  expect([edit, addition, naming]).toMatchObject([
    { type: 'PatternEdited', revertible: true },
    { type: 'PatternAdded', revertible: false, why: expect.stringContaining('A later change stands in the way') },
    { type: 'EntityNamed', revertible: false },
  ]);
  expect(await revert(admin, addedId!)).toMatchObject({ status: 409 });
  expect(await revert(admin, editedId!)).toMatchObject({ status: 200 });
  expect(await revert(admin, addedId!)).toMatchObject({ status: 200 });
  expect((await about()).map(({ type, revertedBy }) => [type, revertedBy !== null])).toEqual([
    ['PatternDeleted', false],
    ['PatternEdited', false],
    ['PatternEdited', true],
    ['PatternAdded', true],
    ['EntityNamed', false],
  ]);
});

it('refuses anything unknown in one sentence', async () => {
  const nobody = uuidFrom(seriesUuid, 'nobody');
  expect(await revert(admin, nobody)).toMatchObject({ status: 404, body: { code: 'event-unknown' } });
  expect(await revert(admin, 'x')).toMatchObject({ status: 400, body: { code: 'invalid' } });
  expect(await batch(admin, { undoId: nobody })).toMatchObject({ status: 404 });
  expect(await batch(admin, { correlationId: nobody })).toMatchObject({
    status: 400,
    body: {
      detail:
        'The request is not valid: send "dryRun": true with a "correlationId", or with "actor", "from" and "to"; then send the "undoId" from the answer.',
    },
  });
  const [from, to] = ['2026-02-01T00:00:00+01:00', '2026-01-01T00:00:00Z'];
  expect(await batch(admin, { actor: 'lin', from, to, dryRun: true })).toMatchObject({
    status: 400,
    body: { detail: 'The time "from" is later than the time "to".' },
  });
  expect(await admin('GET', `/api/history?episodeUuid=${nobody}`)).toMatchObject({ status: 404 });
  expect(await admin('GET', '/api/history?before=soon')).toMatchObject({ status: 400 });
  expect(await admin('GET', '/api/history?podcast=nobody')).toMatchObject({ status: 404 });
});

it('sends the first fields of a large change, and all of them when they are asked for', async () => {
  const patterns = Array.from({ length: 200 }, (_, index) => pattern(`Imported ${index}`, KNOWN_PERSON));
  const [eventId] = await happened(VOCABULARY, [{ type: 'PatternsImported', data: { patterns } }]);
  const [change] = (await history(app.visitor, `stream=${VOCABULARY}`)).changes;
  expect(change).toMatchObject({ eventId, type: 'PatternsImported' });
  expect(change!.fields).toBeGreaterThan(200);
  const { status, body } = await app.visitor('GET', `/api/history/changes/${eventId}`);
  const { diff } = body as WholeDiff;
  expect([status, diff.length, change!.diff]).toEqual([200, change!.fields, diff.slice(0, 100)]);
  expect(new Set(diff.map(({ path }) => path.split('/')[1]))).toEqual(
    new Set(patterns.map(({ patternId }) => patternId)),
  );
});

it('shows no fields of what has no line of its own, or is private', async () => {
  expect(recorded[0]!.type).toBe('SegmentsRecorded');
  for (const eventId of [recordedId, seriesUuid])
    expect(await admin('GET', `/api/history/changes/${eventId}`)).toMatchObject({
      status: 404,
      body: { code: 'event-unknown', detail: `There is no change ${eventId}.` },
    });
  expect(await admin('GET', '/api/history/changes/soon')).toMatchObject({ status: 400 });
});

it('shows visitors only the host of a feed, whose address may contain a secret', async () => {
  const [from, to] = ['https://feeds.example/private?token=one', 'https://user:two@cast.example:8443/three'];
  const moved = uuidFrom(seriesUuid, 'moved', SeriesUuid);
  const stream = `series-${moved}`;
  const facts = { ...nightShift, name: 'Moved' };
  for (const feedUrl of [from, to])
    await app.services.series.putSeries({ seriesUuid: moved, feedUrl, itunesId: null, facts }, adminContext);
  const seenBy = async (caller: Caller) => (await history(caller, `stream=${stream}`)).changes[0];

  expect(await seenBy(admin)).toMatchObject({ type: 'FeedMoved', diff: [{ path: 'feedUrl', from, to }] });
  expect(await seenBy(app.visitor)).toMatchObject({
    type: 'FeedMoved',
    diff: [{ path: 'feedUrl', from: 'feeds.example', to: 'cast.example:8443' }],
  });
  const { eventId } = (await history(admin, `stream=${stream}`)).changes[0]!;
  expect(await app.visitor('GET', `/api/history/changes/${eventId}`)).toMatchObject({
    body: { diff: [{ path: 'feedUrl', from: 'feeds.example', to: 'cast.example:8443' }] },
  });
});

it.each(['9223372036854775807', '9223372036854775808', '9999999999999999999'])(
  'refuses a position beyond the end of the log: %s',
  async (before) => {
    const stream = 'stream=vocabulary-main';
    for (const query of [`episodeUuid=${episodeUuid}`, stream, `entityId=${episodeUuid}`])
      expect(await admin('GET', `/api/history?${query}&before=${before}`)).toMatchObject({
        status: 400,
        body: { detail: expect.stringMatching(`Position ${before} is beyond the end of the log, which is \\d+.`) },
      });
    expect(await admin('GET', `/api/history?before=${before}`)).toMatchObject({ status: 400 });
  },
);

it('shows the whole log to admins and analysts, filtered, and keeps what is private', async () => {
  for (const query of ['', '?before=soon', '?kind=nothing', '?podcast=nobody']) {
    expect(await app.visitor('GET', `/api/history${query}`)).toMatchObject({ status: 401 });
    expect(await reader('GET', `/api/history${query}`)).toMatchObject({ status: 403 });
  }
  expect(await app.visitor('GET', `/api/history?episodeUuid=${episodeUuid}&before=soon`)).toMatchObject({
    status: 400,
  });
  for (const stream of ['recount-main', 'library-main', `undo-${seriesUuid}`])
    expect(await app.visitor('GET', `/api/history?stream=${stream}`)).toMatchObject({ status: 200 });
  const all = await history(analyst, 'kind=transcripts&actor=lin');
  expect(new Set(all.changes.map(({ stream }) => stream))).toEqual(new Set([transcriptStream]));
  expect(all.changes.some(({ type }) => type === 'SegmentsRecorded')).toBe(false);
  const ofPodcast = await history(admin, 'podcast=NightShift&kind=series');
  expect(ofPodcast.changes.map(({ type }) => type)).toEqual(['SeriesAdded']);
  const [correlationId] = all.changes.map((change) => change.correlationId);
  const ofOne = await history(admin, `correlationId=${correlationId}`);
  expect(ofOne.changes.every((change) => change.correlationId === correlationId)).toBe(true);
});

it('pages without gaps', async () => {
  const uuid = uuidFrom(seriesUuid, 'long', EpisodeUuid);
  await addEpisode(uuid, 'Long');
  const events = Array.from({ length: 60 }, (_, index) => ({
    type: 'DescriptionEdited',
    data: { episodeUuid: uuid, from: index === 0 ? null : `${index - 1}`, to: `${index}` },
  }));
  await happened(`episode-${uuid}`, events);
  const first = await history(app.visitor, `episodeUuid=${uuid}`);
  const second = await history(app.visitor, `episodeUuid=${uuid}&before=${first.next}`);
  expect([first.changes.length, second.changes.length, second.next]).toEqual([50, 11, null]);
  expect(first.changes.map(({ revertible }) => revertible)).toEqual([true, ...Array<boolean>(49).fill(false)]);
  const whole = await history(admin, `kind=episodes`);
  const rest = await history(admin, `kind=episodes&before=${whole.next}`);
  expect([...whole.changes, ...rest.changes]).toHaveLength(62);
});

it('undoes a list as the dry run promised, including changes that others of the list prevented', async () => {
  const context = { ...adminContext, correlationId: uuidFrom(seriesUuid, 'session') };
  const ids = await happened(
    transcriptStream,
    [edited(one.text, 'A'), edited('A', 'B'), edited('Y', 'Z', 's2')],
    context,
  );
  await happened(transcriptStream, [edited('Z', 'later', 's2')]);
  const choice = { correlationId: context.correlationId, dryRun: true };
  const { body, status } = await batch(admin, choice);
  const plan = body as RevertBatchPlan;
  expect(status).toBe(200);
  expect(plan).toMatchObject({ will: [ids[1], ids[0]], willNot: [{ eventId: ids[2] }] });
  expect(plan.sentences[ids[0]!]).toMatch(/^Changed /);
  expect(await batch(analyst, { undoId: plan.undoId })).toMatchObject({ status: 403 });
  expect(await batch(admin, { undoId: plan.undoId, dryRun: true })).toMatchObject({ status: 400 });
  expect((await text())[0]).toBe('B');
  const done = await batch(admin, { undoId: plan.undoId });
  expect(done).toMatchObject({
    status: 200,
    body: { eventIds: [expect.any(String), expect.any(String)], notUndone: [] },
  });
  expect(await text()).toEqual([one.text, 'later', 'She wrote programs.']);
  const head = await app.services.log.head();
  expect((await batch(admin, { undoId: plan.undoId.toUpperCase() })).body).toEqual(done.body);
  expect(await app.services.log.head()).toBe(head);
  const from = '2000-01-01T00:00:00.000Z';
  const byActor = await batch(analyst, { actor: 'lin', from, to: '2100-01-01T00:00:00.000Z', dryRun: true });
  const { will, willNot } = byActor.body as RevertBatchPlan;
  expect(willNot.find(({ eventId }) => eventId === ids[2])?.why).toBe('Only admins can undo it.');
  expect(will).not.toContain(ids[2]);
});

it('resumes a list after a crash, and undoes nothing twice', async () => {
  const { streams } = app.services;
  const [now] = await text();
  const ids = await happened(transcriptStream, [edited(now!, 'cut'), edited('cut', 'off')]);
  const undoId = uuidFrom(seriesUuid, 'undo');
  const started = { type: 'UndoStarted' as const, data: { undoId, eventIds: ids.toReversed() } };
  await streams.decide(undos, undoId, started, { ...adminContext, correlationId: undoId });
  const isFinished = async () => (await lastOf(streams, `undo-${undoId}`)).type === 'UndoFinished';
  // Like two servers that start at the same time.
  const servers = [undoServer(), undoServer()];
  while (!(await isFinished())) await new Promise((resolve) => setTimeout(resolve, 20));
  const last = await lastOf(streams, transcriptStream);
  await app.services.checkpoints.passed(last.position);
  expect((await text())[0]).toBe(now);
  const finished = await lastOf(streams, `undo-${undoId}`);
  expect(finished).toMatchObject({ type: 'UndoFinished', data: { undone: ids.toReversed(), notUndone: [] } });
  const head = await app.services.log.head();
  const isOpen = async () => (await app.services.pool.query('select 1 from app.open_process')).rowCount !== 0;
  while (await isOpen()) await new Promise((resolve) => setTimeout(resolve, 20));
  servers.push(undoServer());
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await app.services.log.head()).toBe(head);
  for (const { process, leases } of servers) {
    await process.onModuleDestroy();
    await leases.close();
  }
});

it('says how far an undo is while it runs', async () => {
  const { pool, log, databaseUrl } = app.services;
  const report = (line: string) => void app.reports.push(line);
  const leases = new Leases(databaseUrl, report);
  const undoId = uuidFrom(seriesUuid, 'undo with progress');
  const seen: unknown[] = [];
  const streams = new Streams(log);
  const change = streams.change.bind(streams);
  streams.change = (async (...given: Parameters<typeof change>) => {
    const progress = process.progressOf(undoId);
    seen.push(progress && { ...progress });

    return change(...given);
  }) as typeof change;
  const process = new UndoProcess(streams, pool, log, leases, report);
  const [now] = await text();
  const [first] = await happened(transcriptStream, [edited(now!, 'one')]);
  const [described] = await happened(`episode-${episodeUuid}`, [
    { type: 'DescriptionEdited', data: { episodeUuid, from: null, to: 'described' } },
  ]);
  await process.run(undoId, [first!, described!], adminContext);
  expect(seen).toEqual([null, { done: 0, total: 2 }, { done: 1, total: 2 }, { done: 2, total: 2 }]);
  expect(process.progressOf(undoId)).toBeNull();
  expect(await analyst('GET', `/api/admin/history/revert-batch/${undoId}`)).toMatchObject({
    status: 200,
    body: { running: null },
  });
  await process.onModuleDestroy();
  await leases.close();
});

it('restores an episode to a past state, or leaves it unchanged and says why', async () => {
  const before = await text();
  const { position } = await lastOf(app.services.streams, transcriptStream);
  await happened(transcriptStream, [edited(before[0]!, 'A'), deleted({ ...two, text: before[1]! })]);
  await happened(`episode-${episodeUuid}`, [{ type: 'DescriptionEdited', data: { episodeUuid, from: null, to: 'x' } }]);
  const body = { episodeUuid, position: position.toString() };
  expect(await analyst('POST', '/api/admin/history/restore', body)).toMatchObject({ status: 403 });
  const restored = await admin('POST', '/api/admin/history/restore', body);
  expect(restored).toMatchObject({ status: 200, body: { eventIds: { length: 3 } } });
  expect(await text()).toEqual(before);
  expect(await admin('POST', '/api/admin/history/restore', body)).toMatchObject({
    status: 200,
    body: { eventIds: [] },
  });
  // Its events can be undone one by one, even after further changes.
  const { correlationId } = restored.body as RestoreAnswer;
  const batch = '/api/admin/history/revert-batch';
  const { undoId, will, willNot } = (await admin('POST', batch, { correlationId, dryRun: true }))
    .body as RevertBatchPlan;
  expect([will.length, willNot]).toEqual([3, []]);
  await admin('POST', batch, { undoId });
  expect((await text())[0]).toBe('A');
  await admin('POST', '/api/admin/history/restore', body);
  const far = await admin('POST', '/api/admin/history/restore', { episodeUuid, position: '999999999' });
  expect(far).toMatchObject({ status: 400 });
  const early = await admin('POST', '/api/admin/history/restore', { episodeUuid, position: '0' });
  expect(early).toMatchObject({ status: 400, body: { detail: expect.stringMatching(/\.$/) } });
});

it('includes the publications that affect an episode in its history', async () => {
  const publish = (number: number, podcastUuid: string) => {
    const data = {
      recountId: id(`recount ${number}`),
      pin: pin(0),
      scope: { podcastUuids: [podcastUuid] },
      only: null,
    };
    return ['RecountStarted', 'RecountPublished'].map((type) => ({ type, data }));
  };
  await happened('recount-main', [...publish(1, seriesUuid), ...publish(2, id('another podcast'))]);
  const [newest, older] = (await history(app.visitor, `episodeUuid=${episodeUuid}`)).changes;
  expect(newest).toMatchObject({ type: 'RecountPublished', revertible: true });
  expect(older!.type).not.toBe('RecountPublished');
  const { changes } = await history(analyst, `stream=recount-${id('recount 2')}`);
  expect(changes).toHaveLength(2);
  expect(await revert(analyst, newest!.eventId)).toMatchObject({ status: 200 });
});
