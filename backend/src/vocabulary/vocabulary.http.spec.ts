import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PatternPage, PatternTotal, PatternView } from '@earmark/contracts/vocabulary';
import type { EventLog } from '@earmark/projections/event-log';
import { startApp, type Caller, type RunningApp } from '../testing/running-app.ts';
import { vocabulary, VOCABULARY_ID } from './vocabulary.decider.ts';
import { ensureKnownEntityTypes } from './known-entity-types.ts';

let app: RunningApp;
let analyst: Caller;
let types: Record<string, string>;

beforeAll(async () => {
  app = await startApp();
  analyst = await app.signIn('analyst');
  const { body } = await analyst('GET', '/api/admin/entity-types');
  types = Object.fromEntries((body as { id: string; name: string }[]).map(({ id, name }) => [name, id]));
});
afterAll(async () => app.stop());

const add = (name: string, more: object = {}) =>
  analyst('POST', '/api/admin/entity-patterns', { name, entityTypeId: types['company'], ...more });
const page = async (query = '') => (await analyst('GET', `/api/admin/entity-patterns?${query}`)).body as PatternPage;
const patterns = async () => (await page()).patterns;
const totals = async (query = '') =>
  (await analyst('GET', `/api/admin/entity-patterns/totals?${query}`)).body as PatternTotal[];

it('knows seven categories from the start', () => {
  expect(Object.keys(types).sort()).toEqual([
    'book',
    'company',
    'location',
    'person',
    'platform',
    'product',
    'restaurant',
  ]);
});

it('creates a category, its name in lower case with underscores', async () => {
  const answer = await analyst('POST', '/api/admin/entity-types', { name: 'Food  Supplement' });
  expect(answer).toMatchObject({
    status: 201,
    body: {
      name: 'food_supplement',
      displayName: 'Food  Supplement',
      iconName: 'Package',
      colorClass: 'bg-blue-100 text-blue-800',
    },
  });
  expect(await analyst('POST', '/api/admin/entity-types', { name: 'food supplement' })).toMatchObject({
    status: 409,
    body: { code: 'entity-type-exists', detail: 'A category named "food_supplement" already exists.' },
  });
  expect(await analyst('POST', '/api/admin/entity-types', { name: 'People' })).toMatchObject({
    status: 409,
    body: { code: 'entity-type-exists', detail: '"people" is the plural of the category "person".' },
  });
});

it('accepts links of up to 2,000 characters', async () => {
  const link = (length: number) => 'https://long.example/'.padEnd(length, 'x');
  const longest = await add('Long link', { url: link(2000) });
  expect(longest).toMatchObject({ status: 201, body: { url: link(2000) } });
  const refused = {
    status: 400,
    body: { code: 'invalid', detail: 'The field "url" is not valid: it must have at most 2000 characters.' },
  };
  expect(await add('Longer link', { url: link(2001) })).toMatchObject(refused);
  const { id } = longest.body as PatternView;
  expect(await analyst('PATCH', `/api/admin/entity-patterns/${id}`, { url: link(2001) })).toMatchObject(refused);
  expect(await add('No link', { url: 'x'.repeat(2001) })).toMatchObject({
    status: 400,
    body: { detail: 'The field "url" is not valid: it must be a link that starts with http:// or https://.' },
  });
});

it('accepts only the known icons and colours', async () => {
  const create = async (name: string, look: object) => analyst('POST', '/api/admin/entity-types', { name, ...look });
  expect(await create('Star', { iconName: 'Star', colorClass: 'bg-pink-100 text-pink-800' })).toMatchObject({
    status: 201,
    body: { iconName: 'Star', colorClass: 'bg-pink-100 text-pink-800' },
  });
  expect(await create('Comet', { iconName: 'NoSuchIcon' })).toMatchObject({
    status: 400,
    body: { detail: 'The field "iconName" is not valid: it must be one of the icons.' },
  });
  expect(await create('Comet', { colorClass: 'foo' })).toMatchObject({
    status: 400,
    body: { detail: expect.stringMatching(/^The field "colorClass" is not valid: it must be one of the 22 colours, /) },
  });
});

it('accepts only a visible name, with U+FFFD for a lone surrogate', async () => {
  const invisible = { status: 400, body: { detail: expect.stringContaining('it must contain a visible character') } };
  expect(await analyst('POST', '/api/admin/entity-types', { name: '\u200b' })).toMatchObject(invisible);
  expect(await add('Acme', { entity: '\u2060' })).toMatchObject(invisible);
  expect(await add('Half \ud83d', { entityTypeId: types['book']!.toUpperCase() })).toMatchObject({
    status: 201,
    body: { name: 'Half \ufffd', entity: 'Half \ufffd', entityTypeId: types['book'] },
  });
  expect((await add('Whole \u{1f600}')).body).toMatchObject({ name: 'Whole \u{1f600}' });
});

it('adds a pattern with the defaults, which is listed in the next read', async () => {
  const { status, body } = await add('AT&T', { url: 'https://att.example' });
  expect({ status, body }).toMatchObject({
    status: 201,
    body: { name: 'AT&T', entity: 'AT&T', caseSensitive: false, wholeWord: true, url: 'https://att.example' },
  });
  expect(await patterns()).toContainEqual(body);
});

it('adds a second pattern of an entity as its alias', async () => {
  const first = (await add('International Business Machines')).body as PatternView;
  const alias = (await add('IBM', { entity: 'international business machines' })).body as PatternView;
  expect(alias).toMatchObject({ entityId: first.entityId, entity: 'International Business Machines' });
});

describe('the list of patterns', () => {
  let typeId: string;
  const names = async (query: string) =>
    (await page(`entityTypeId=${typeId}&${query}`)).patterns.map(({ name, entity }) => `${entity}: ${name}`);

  beforeAll(async () => {
    typeId = ((await analyst('POST', '/api/admin/entity-types', { name: 'station' })).body as { id: string }).id;
    const radios = Array.from({ length: 247 }, (_, index) => `Radio ${index + 1},station,,,,\n`);
    const odd = 'Ångström 100%,station,,,,\nÖmega,station,Ångström 100%,,,\nanother,station,,,,\nZoo_FM,station,,,,\n';
    const file = `name,type,entity,caseSensitive,wholeWord,url\n${odd}${radios.join('')}`;
    await analyst('POST', '/api/admin/entity-patterns/csv', Buffer.from(file));
  });

  it('comes by category and name of the entity, a hundred a page, each pattern once', async () => {
    const sizes: number[] = [];
    const seen: string[] = [];
    for (let next: string | null = ''; next !== null;) {
      const one: PatternPage = await page(`entityTypeId=${typeId}${next && `&after=${next}`}`);
      sizes.push(one.patterns.length);
      seen.push(...one.patterns.map(({ name }) => name));
      next = one.next;
    }
    expect(sizes).toEqual([100, 100, 51]);
    const radios = Array.from({ length: 247 }, (_, index) => `Radio ${index + 1}`);
    expect(seen).toEqual(['Ångström 100%', 'Ömega', 'another', ...radios, 'Zoo_FM']);
    const all = await page();
    expect(all.patterns).toHaveLength(100);
    expect(await analyst('GET', '/api/admin/entity-patterns?after=bnVsbA')).toMatchObject({ status: 400 });
  });

  it('is searched by part of the name of the entity or of any alias, ignoring case and accents', async () => {
    const omega = ['Ångström 100%: Ångström 100%', 'Ångström 100%: Ömega'];
    expect(await names('q=OMEGA')).toEqual(omega);
    expect(await names('q=%20angstrom%20')).toEqual(omega);
    expect(await names(`q=${encodeURIComponent('0%')}`)).toEqual(omega);
    expect(await names('q=o_f')).toEqual(['Zoo_FM: Zoo_FM']);
    expect(await names('q=nowhere')).toEqual([]);
  });

  it('is counted by category, whole or as far as a search finds', async () => {
    expect(await totals()).toContainEqual({ entityTypeId: typeId, patterns: 251, entities: 250 });
    expect(await totals('q=omega')).toEqual([{ entityTypeId: typeId, patterns: 2, entities: 1 }]);
    expect(await totals(`entityTypeId=${typeId}&q=nowhere`)).toEqual([]);
  });

  it('follows renames, moves and deletions', async () => {
    const [pattern] = (await page(`entityTypeId=${typeId}&q=zoo`)).patterns;
    const change = async (change: object) => analyst('PATCH', `/api/admin/entity-patterns/${pattern!.id}`, change);
    await change({ name: 'Æther' });
    expect([await names('q=zoo'), await names('q=æth')]).toEqual([[], ['Æther: Æther']]);
    await change({ entity: 'another' });
    expect(await names('q=æth')).toEqual(['another: another', 'another: Æther']);
    await analyst('DELETE', `/api/admin/entity-patterns/${pattern!.id}`);
    expect([await names('q=æth'), await names('q=another')]).toEqual([[], ['another: another']]);
    expect(await totals(`entityTypeId=${typeId}`)).toEqual([{ entityTypeId: typeId, patterns: 250, entities: 249 }]);
  });
});

it('refuses the same folded pattern twice in one category, not in another', async () => {
  await add("L'Oréal");
  expect(await add('l’oreal')).toMatchObject({ status: 409, body: { code: 'pattern-exists' } });
  expect(await add('l’oreal', { entityTypeId: types['product'] })).toMatchObject({ status: 201 });
});

it('renames the entity with the only pattern that has its name', async () => {
  const { id, entityId } = (await add('Facebook')).body as PatternView;
  const renamed = await analyst('PATCH', `/api/admin/entity-patterns/${id}`, { id, name: 'Meta', caseSensitive: true });
  expect(renamed).toMatchObject({
    status: 200,
    body: { id, entityId, entity: 'Meta', name: 'Meta', caseSensitive: true, wholeWord: true },
  });
});

it('keeps the name of the entity that a pattern is assigned to', async () => {
  const { id } = (await add('Canopus')).body as PatternView;
  const path = `/api/admin/entity-patterns/${id}`;
  expect(await analyst('PATCH', path, { name: 'Canopus star', entity: 'Canopus' })).toMatchObject({
    status: 200,
    body: { name: 'Canopus star', entity: 'Canopus' },
  });
});

it('moves a pattern to another entity', async () => {
  const { id } = (await add('Insta')).body as PatternView;
  const moved = await analyst('PATCH', `/api/admin/entity-patterns/${id}`, { entity: 'Meta' });
  expect(moved).toMatchObject({ status: 200, body: { name: 'Insta', entity: 'Meta' } });
});

it('deletes a pattern', async () => {
  const { id } = (await add('Gone Inc')).body as PatternView;
  expect(await analyst('DELETE', `/api/admin/entity-patterns/${id}`)).toMatchObject({ status: 200 });
  expect((await patterns()).some((one) => one.id === id)).toBe(false);
  expect(await analyst('DELETE', `/api/admin/entity-patterns/${id}`)).toMatchObject({
    status: 404,
    body: { code: 'pattern-unknown' },
  });
});

it.each([
  ['no name', { name: '  ' }, 400],
  ['a name of invisible characters', { name: '\u00ad\u200b' }, 400],
  ['a wrong type', { name: 7 }, 400],
  ['a script for a link', { name: 'Evil', url: 'javascript:alert(1)' }, 400],
  [
    'a name of invisible characters before the category',
    { name: '\u200b', entityTypeId: '00000000-0000-4000-8000-000000000000' },
    400,
  ],
  ['a category that is not there', { name: 'Lost', entityTypeId: '00000000-0000-4000-8000-000000000000' }, 404],
])('refuses %s', async (_, body, status) => {
  expect(
    await analyst('POST', '/api/admin/entity-patterns', { entityTypeId: types['company'], ...body }),
  ).toMatchObject({
    status,
    body: { detail: expect.stringMatching(/\.$/) },
  });
});

it('is closed to readers and visitors', async () => {
  const reader = await app.signIn('reader');
  for (const caller of [reader, app.visitor])
    for (const [method, path] of [
      ['GET', 'entity-types'],
      ['GET', 'entity-patterns'],
      ['POST', 'entity-patterns'],
    ] as const)
      expect((await caller(method, `/api/admin/${path}`, method === 'GET' ? undefined : {})).status).toBe(
        caller === reader ? 403 : 401,
      );
});

it('looks for the known categories at a start without reading the whole vocabulary', async () => {
  const { commands, log, streams } = app.services;
  const head = await log.head();
  let last = 0;
  const counted: Pick<EventLog, 'readStream'> = {
    readStream: async function* (stream, options) {
      for await (const event of log.readStream(stream, options)) {
        last = event.revision;
        yield event;
      }
    },
  };
  await ensureKnownEntityTypes(commands, counted);
  expect((await streams.read(vocabulary, VOCABULARY_ID)).revision).toBeGreaterThan(30);
  expect(last).toBeLessThan(20);
  expect(await log.head()).toBe(head);
});

it('leaves the known categories to a server that started at the same time', async () => {
  const { commands, log } = app.services;
  const head = await log.head();
  // What it saw before the other one created them.
  await ensureKnownEntityTypes(commands, { async *readStream() {} });
  expect(await log.head()).toBe(head);
});
