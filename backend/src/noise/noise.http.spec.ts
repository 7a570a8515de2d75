import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Change } from '@earmark/contracts/history';
import type { PreviewAnswer } from '@earmark/contracts/recounts';
import type {
  EntityTypeView,
  HeldPatternPage,
  NoisyPattern,
  NoisyPatternPage,
  PatternFileAnswer,
  PatternView,
} from '@earmark/contracts/vocabulary';
import { episodeAdded, event, id, record, seriesAdded, transcriptEvents } from '@earmark/projections/testing';
import { startApp, type Caller, type RunningApp } from '../testing/running-app.ts';

let app: RunningApp;
let analyst: Caller;
let book: string;
const page = async (query = ''): Promise<NoisyPatternPage> => {
  for (;;) {
    const answer = await analyst('GET', `/api/admin/entity-patterns/counts${query}`);
    expect(answer.status).toBe(200);
    const body = answer.body as NoisyPatternPage;
    if (body.isLevel) return body;
  }
};
const names = ({ patterns }: NoisyPatternPage): string[] => patterns.map(({ name }) => name);
const find = async (name: string): Promise<NoisyPattern> =>
  (await page('?sort=name')).patterns.find((one) => one.name === name)!;
const add = async (name: string, more: object = {}): Promise<PatternView> => {
  const answer = await analyst('POST', '/api/admin/entity-patterns', { name, entityTypeId: book, ...more });
  expect(answer.status).toBe(201);
  return answer.body as PatternView;
};
const change = async (pattern: NoisyPattern, changes: object): Promise<void> => {
  const answer = await analyst('PATCH', `/api/admin/entity-patterns/${pattern.id}`, { id: pattern.id, ...changes });
  expect(answer.status).toBe(200);
};

beforeAll(async () => {
  app = await startApp();
  analyst = await app.signIn('analyst');
  const types = (await analyst('GET', '/api/admin/entity-types')).body as EntityTypeView[];
  book = types.find(({ name }) => name === 'book')!.id;
  await record(app.services.log, `series-${id('series')}`, seriesAdded());
  for (const episode of [1, 2]) {
    await record(app.services.log, `episode-${id('episode', episode)}`, episodeAdded(episode, `Episode ${episode}`));
    const lines = [
      ...Array.from({ length: 8 }, () => 'Ada: Well, it rains, and it pours.'),
      'Bea: It stopped. It did.',
      'Ada: I read It by Stephen King.',
      'Bea: Rome and Oslo, and Romeo.',
    ];
    await record(app.services.log, `transcript-${id('episode', episode)}`, ...transcriptEvents(episode, lines, 0));
  }
});
afterAll(async () => app.stop());

it('counts mentions and episodes of each pattern, and says which are everyday words', async () => {
  await add('It');
  await add('Rome');
  await add('Lima');
  expect(await find('It')).toMatchObject({
    noise: {
      mentions: 20,
      episodes: 2,
      occurrences: 38,
      judged: 38,
      lowerCase: 32,
      asWritten: 6,
      beginning: 4,
      mentionsAsWritten: 4,
    },
    proposals: [
      {
        kind: 'match-case',
        says: '32 of 38 are in lower case: match case?',
        changes: { caseSensitive: true },
        keeps: 4,
      },
      { kind: 'remove', keeps: 0 },
    ],
  });
  expect(await find('Rome')).toMatchObject({ noise: { mentions: 2, episodes: 2 }, proposals: [], namesakes: [] });
  const all = await page();
  expect(names(all)).toEqual(['It', 'Rome', 'Lima']);
  expect(all.counts).toEqual({ all: 3, noisy: 1, ambiguous: 0, unmentioned: 1, left: 0 });
  expect(names(await page('?show=noisy'))).toEqual(['It']);
  expect(names(await page('?show=unmentioned'))).toEqual(['Lima']);
});

it('counts anew what changed: texts, patterns and options', async () => {
  const { episodeUuid, versionId } = { episodeUuid: id('episode'), versionId: id('version of episode 1') };
  const [recorded] = transcriptEvents(1, [...Array<string>(10).fill('x: y'), 'Bea: Lima'], 0);
  const { segmentId } = (recorded!.data as { segments: { segmentId: string }[] }).segments[10]!;
  await record(
    app.services.log,
    `transcript-${id('episode')}`,
    event('SegmentEdited', { episodeUuid, versionId, segmentId, from: 'Rome and Oslo, and Romeo.', to: 'Lima' }),
  );
  await app.services.checkpoints.passed(await app.services.log.head());
  expect((await find('Rome')).noise).toMatchObject({ mentions: 1, episodes: 1 });
  expect((await find('Lima')).noise).toMatchObject({ mentions: 1 });
  await change(await find('Rome'), { wholeWord: false });
  expect((await find('Rome')).noise).toMatchObject({ mentions: 1, occurrences: 2, insideWords: 1 });
  await change(await find('Rome'), { near: ['Stephen'], distance: 4 });
  expect((await find('Rome')).noise).toMatchObject({ mentions: 1 });
  await change(await find('Rome'), { near: ['Stephen'], distance: 1 });
  expect((await find('Rome')).noise).toMatchObject({ mentions: 0 });
  await change(await find('Rome'), { near: [], wholeWord: true });
});

it('proposes to count an alias only near the full name, and finds what is shared', async () => {
  await add('It', { name: 'Stephen King' });
  const types = (await analyst('GET', '/api/admin/entity-types')).body as EntityTypeView[];
  const company = types.find(({ name }) => name === 'company')!.id;
  await add('Rome', { entity: 'Rome Inc.', entityTypeId: company });
  const { namesakes, proposals } = (await page(`?entityTypeId=${company}`)).patterns[0]!;
  expect(namesakes).toMatchObject([{ entity: 'Rome', mentions: 1 }]);
  expect(proposals).toMatchObject([
    { kind: 'near-name', changes: { near: ['Rome Inc.'] }, says: expect.stringContaining('Also the name of Rome') },
  ]);
  expect(names(await page('?show=ambiguous'))).toEqual(['Rome', 'Rome']);
});

it('ranks what is searched for: exact, beginning, word, part', async () => {
  for (const name of ['The It Girl', 'Italy', 'Visit']) await add(name);
  expect(names(await page('?q=it'))).toEqual(['It', 'Italy', 'The It Girl', 'Visit']);
  expect((await analyst('GET', '/api/admin/entity-patterns/counts?show=loud')).status).toBe(400);
});

it('says so in the preview of an addition and of a change', async () => {
  const preview = async (body: object) =>
    (await analyst('POST', '/api/admin/patterns/preview', body)).body as PreviewAnswer;
  const added = await preview({ change: 'add', name: 'And', entityTypeId: book });
  expect(added.noise).toMatchObject({
    counts: { mentions: 17, lowerCase: 18 },
    proposals: [{ kind: 'match-case' }, {}],
  });
  const it = await find('It');
  const edited = await preview({ change: 'edit', id: it.id, caseSensitive: true });
  expect(edited.after.mentions).toBe(it.proposals[0]!.keeps);
  expect((await preview({ change: 'delete', id: it.id })).noise).toBeNull();
});

it('remembers what was left as it is, in the history and until that is undone', async () => {
  const { id: patternId } = await find('It');
  const leave = async (isLeft: boolean) => analyst('POST', `/api/admin/entity-patterns/${patternId}/left`, { isLeft });
  expect(await leave(true)).toMatchObject({ status: 200, body: { isLeft: true } });
  expect(await page('?show=noisy')).toMatchObject({ patterns: [], counts: { noisy: 0, left: 1 } });
  const { changes } = (await analyst('GET', '/api/history?stream=vocabulary-main')).body as { changes: Change[] };
  expect(changes[0]).toMatchObject({ sentence: expect.stringContaining('left as it is'), revertible: true });
  const undone = await analyst('POST', `/api/admin/history/${changes[0]!.eventId}/revert`, {});
  expect(undone.status).toBe(200);
  expect(names(await page('?show=noisy'))).toEqual(['It']);
});

it('holds noisy names of an import back when asked, with what would make them quieter', async () => {
  const csv = Buffer.from('name,type,entity\nWell,book,\nOslo,book,\nPours,book,It Pours Down\n');
  const answer = await analyst('POST', '/api/admin/entity-patterns/csv?holdNoisy=true', csv);
  expect(answer).toMatchObject({
    status: 200,
    body: {
      added: 2,
      held: [{ row: 4, name: 'Pours', entity: 'It Pours Down', mentions: 16, quieter: { near: ['It Pours Down'] } }],
    },
  });
  expect((await analyst('POST', '/api/admin/entity-patterns/csv?holdNoisy=maybe', csv)).status).toBe(400);
});

describe('the names that imports held back', () => {
  const PATH = '/api/admin/held-patterns';
  const held = async () => (await analyst('GET', PATH)).body as HeldPatternPage;
  const hold = async (csv: string, query = '?holdNoisy=true') => {
    const answer = await analyst('POST', `/api/admin/entity-patterns/csv${query}`, Buffer.from(csv));
    expect(answer.status).toBe(200);
    return answer.body as PatternFileAnswer;
  };
  const add = async (name: string, isQuieter: boolean) => {
    const { patterns } = await held();
    return analyst('POST', `${PATH}/${patterns.find((one) => one.name === name)!.id}/add`, { isQuieter });
  };

  it('are listed once, with the proposed option, and not when they are in the vocabulary', async () => {
    expect((await hold('name,type\nIt,book\nStopped,book\n')).held).toEqual([]);
    await hold('name,type,entity,url\nRains,weather,,https://rain.example\nPours,book,It Pours Down,\n');
    await hold('name,type,entity\nPours,book,When It Pours\n');
    const { patterns, total, next } = await held();
    expect([total, next]).toEqual([2, null]);
    expect(patterns.find(({ name }) => name === 'Pours')).toMatchObject({
      type: 'book',
      entity: 'When It Pours',
      mentions: 16,
      caseSensitive: false,
      quieter: { caseSensitive: true, near: ['When It Pours'] },
    });
    expect((await analyst('GET', `${PATH}?after=50`)).body).toEqual({ patterns: [], total: 2, next: null });
  });

  it('are added with the proposed option or as the file has them, in a category of their own if need be', async () => {
    expect(await add('Pours', true)).toMatchObject({
      status: 201,
      body: {
        name: 'Pours',
        entity: 'When It Pours',
        caseSensitive: true,
        near: ['When It Pours'],
        entityTypeId: book,
      },
    });
    expect(await add('Rains', false)).toMatchObject({
      status: 201,
      body: { name: 'Rains', entity: 'Rains', caseSensitive: false, near: [], url: 'https://rain.example' },
    });
    const types = (await analyst('GET', '/api/admin/entity-types')).body as EntityTypeView[];
    expect(types.map(({ name }) => name)).toContain('weather');
    expect(await held()).toEqual({ patterns: [], total: 0, next: null });
    const { changes } = (await analyst('GET', '/api/history?stream=vocabulary-main')).body as { changes: Change[] };
    expect(changes[0]).toMatchObject({ sentence: expect.stringContaining('Rains'), revertible: true });
  });

  it('are dropped, or forgotten when a later import adds them', async () => {
    await hold('name,type\nRead,book\nAnd,book\n');
    const [first] = (await held()).patterns;
    expect(first).toMatchObject({ name: 'And' });
    expect(await analyst('DELETE', `${PATH}/${first!.id}`)).toMatchObject({ status: 200, body: { success: true } });
    expect(await analyst('POST', `${PATH}/${first!.id}/add`, { isQuieter: true })).toMatchObject({ status: 404 });
    await hold('name,type\nAnd,book\n');
    expect((await held()).total).toBe(1);
    await hold('name,type\nAnd,book\n', '');
    expect((await held()).total).toBe(0);
  });

  it('are for analysts', async () => {
    const reader = await app.signIn('reader');
    expect((await reader('GET', PATH)).status).toBe(403);
    expect((await app.visitor('GET', PATH)).status).toBe(401);
  });
});

it('names in its report what an import added although it is noisy', async () => {
  const csv = Buffer.from('name,type\nStopped,person\nWell,person\nAnd,person\nOslo,person\nAnd,person\n');
  const answer = await analyst('POST', '/api/admin/entity-patterns/csv', csv);
  expect(answer).toMatchObject({ status: 200, body: { added: 4, noisy: ['And'] } });
  expect((await analyst('POST', '/api/admin/entity-patterns/csv', csv)).body).toEqual({
    added: 0,
    unchanged: 5,
    skipped: [],
  });
});

it('is for analysts', async () => {
  expect((await app.visitor('GET', '/api/admin/entity-patterns/counts')).status).toBe(401);
});
