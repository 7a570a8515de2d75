import { expect, it } from '@jest/globals';
import { uuidFrom } from '@earmark/contracts/kit';
import { EntityId, NO_CONTEXT, PatternId, type VocabularyEvent } from '@earmark/contracts/vocabulary';
import { storiesOf } from '../kit/decider-spec.ts';
import { typeId, type VocabularyState } from './vocabulary-state.ts';
import { vocabulary } from './vocabulary.decider.ts';
import { importPatterns, type ImportRow } from './vocabulary.import.ts';

const { given } = storiesOf(vocabulary);
const company = typeId('company');
const METADATA_BYTES = 600;
const patternId = (number: number) => uuidFrom(company, `pattern ${number}`, PatternId);
const entityId = (folded: string) => uuidFrom(company, folded, EntityId);

const category: VocabularyEvent = {
  type: 'EntityTypeCreated',
  data: { entityTypeId: company, name: 'company', displayName: 'Company', iconName: 'Building', colorClass: 'x' },
};
const named = (name: string, from: string | null = null, id = entityId(name.toLowerCase())): VocabularyEvent => ({
  type: 'EntityNamed',
  data: { entityId: id, entityTypeId: company, from, name, slugBase: name.toLowerCase() },
});
const facts = (number: number, name: string, owner = name.toLowerCase()) => ({
  patternId: patternId(number),
  entityId: entityId(owner),
  entityTypeId: company,
  name,
  caseSensitive: false,
  wholeWord: true,
  ...NO_CONTEXT,
});
const added = (number: number, name: string, owner?: string): VocabularyEvent => ({
  type: 'PatternAdded',
  data: { pattern: facts(number, name, owner) },
});
const add = (number: number, name: string, entity: string | null = null, url?: string | null) => ({
  type: 'AddPattern' as const,
  pattern: {
    patternId: patternId(number),
    entityTypeId: company,
    name,
    entity,
    caseSensitive: false,
    wholeWord: true,
    url,
  },
});

it('creates the entity with its first pattern', () => {
  given(category).when(add(1, 'Acme')).thenRecords(named('Acme'), added(1, 'Acme'));
});

it('adds an alias to an existing entity', () => {
  given(category, named('Acme'), added(1, 'Acme'))
    .when(add(2, 'Acme Inc', 'ACME'))
    .thenRecords(added(2, 'Acme Inc', 'acme'));
});

it('keeps the link of the entity when a pattern has none, and records a new one', () => {
  const before = [category, named('Acme'), added(1, 'Acme')];
  given(...before)
    .when(add(2, 'Acme Inc', 'Acme'))
    .thenRecords(added(2, 'Acme Inc', 'acme'));
  given(...before)
    .when(add(2, 'Acme Inc', 'Acme', 'https://acme.example'))
    .thenRecords(
      { type: 'EntityLinked', data: { from: null, url: 'https://acme.example' } },
      added(2, 'Acme Inc', 'acme'),
    );
});

it('never assigns an id to a second name, but counts up the number after the name', () => {
  const renamed = named('Beta', 'Acme', entityId('acme'));
  const edited: VocabularyEvent = {
    type: 'PatternEdited',
    data: { from: facts(1, 'Acme'), to: { ...facts(1, 'Acme'), name: 'Beta' } },
  };
  given(category, named('Acme'), added(1, 'Acme'), renamed, edited)
    .when(add(2, 'Acme'))
    .thenRecords(
      { type: 'EntityNamed', data: { entityId: entityId('acme#2'), name: 'Acme' } },
      { type: 'PatternAdded', data: { pattern: { entityId: entityId('acme#2') } } },
    );
});

it('changes only the pattern when the entity has another one', () => {
  given(category, named('Acme'), added(1, 'Acme'), added(2, 'Acme Inc', 'acme'))
    .when({ type: 'EditPattern', patternId: patternId(1), changes: { name: 'Acme Ltd' } })
    .thenRecords({
      type: 'PatternEdited',
      data: { from: { name: 'Acme' }, to: { name: 'Acme Ltd', entityId: entityId('acme') } },
    });
});

it('keeps the name of the entity when it is given unchanged', () => {
  given(category, named('Acme'), added(1, 'Acme'))
    .when({ type: 'EditPattern', patternId: patternId(1), changes: { name: 'Acme Ltd', entity: 'ACME' } })
    .thenRecords({ type: 'PatternEdited', data: { to: { name: 'Acme Ltd', entityId: entityId('acme') } } });
});

it('keeps the name of the entity when another one has the new name, even one that only episodes know', () => {
  const edit = { type: 'EditPattern' as const, patternId: patternId(1), changes: { name: 'Acme' } };
  const edited = { type: 'PatternEdited' as const, data: { to: { name: 'Acme', entityId: entityId('acme inc') } } };
  const before = [category, named('Acme Inc'), added(1, 'Acme Inc', 'acme inc')];
  given(...before)
    .when(edit)
    .thenRecords(named('Acme', 'Acme Inc', entityId('acme inc')), edited);
  given(...before)
    .when({ ...edit, namesakeId: entityId('acme') })
    .thenRecords(edited);
  given(...before, named('Acme'))
    .when(edit)
    .thenRecords(edited);
});

it('reports an invalid name first', () => {
  given().when(add(1, '\u200b')).thenRejected('pattern-without-characters');
  given()
    .when({ type: 'EditPattern', patternId: patternId(1), changes: { name: '\u200b' } })
    .thenRejected('pattern-without-characters');
});

it('records nothing when an edit changes nothing', () => {
  given(category, named('Acme'), added(1, 'Acme'))
    .when({ type: 'EditPattern', patternId: patternId(1), changes: { name: 'Acme', wholeWord: true } })
    .thenNothing();
});

it('refuses the folded name of another pattern in the category', () => {
  given(category, named('Acme'), added(1, 'Acme'), named('Beta'), added(2, 'Beta'))
    .when({ type: 'EditPattern', patternId: patternId(2), changes: { name: 'ACME' } })
    .thenRejected('pattern-exists');
});

it('records the whole pattern when it is deleted', () => {
  given(category, named('Acme'), added(1, 'Acme'))
    .when({ type: 'DeletePattern', patternId: patternId(1) })
    .thenRecords({ type: 'PatternDeleted', data: { pattern: facts(1, 'Acme') } });
});

it('imports new patterns, with categories and entities, and reports the rest', () => {
  const state = [category, named('Acme'), added(1, 'Acme')].reduce<VocabularyState>(
    (before, event, revision) =>
      vocabulary.evolve(before, { ...event, revision, id: `event ${revision}`, reverts: null }),
    vocabulary.initial(),
  );
  const { events, result } = importPatterns(
    state,
    [
      row(1, 'acme', 'company'),
      row(2, 'Omega', 'Supplement'),
      row(3, 'Omega-3', 'supplement', 'omega'),
      row(4, 'OMEGA', 'supplement'),
      row(5, '\u200b', 'company'),
      row(6, 'Omega-3', 'supplement', 'Other'),
      { ...row(7, 'ACME', 'company'), wholeWord: false, url: 'https://acme.example' },
      { ...row(8, 'omega', 'supplement'), caseSensitive: true },
    ],
    METADATA_BYTES,
  );
  expect(events.map(({ type }) => type)).toEqual(['EntityTypeCreated', 'EntityNamed', 'PatternsImported']);
  expect(events.at(-1)).toMatchObject({ data: { patterns: [{ name: 'Omega' }, { name: 'Omega-3' }] } });
  expect(result).toMatchObject({
    added: 2,
    unchanged: 2,
    skipped: [
      { row: 4 },
      { row: 5, reason: expect.stringContaining('"omega"') },
      { row: 6, reason: '"ACME" is known with other options (wholeWord, url)' },
      { row: 7, reason: '"omega" is known with other options (caseSensitive)' },
    ],
    taken: 8,
  });
});

it('treats "place" as location, unless there is a category of that name', () => {
  const categories = (...names: string[]) =>
    names.reduce<VocabularyState>(
      (state, name, revision) =>
        vocabulary.evolve(state, {
          type: 'EntityTypeCreated',
          data: { entityTypeId: typeId(name), name, displayName: name, iconName: 'MapPin', colorClass: 'x' },
          revision,
          id: `event ${revision}`,
          reverts: null,
        }),
      vocabulary.initial(),
    );
  const rows = [row(1, 'Lagos', ' Place'), row(2, 'Lagos', 'location')];
  const imported = (state: VocabularyState) =>
    importPatterns(state, rows, METADATA_BYTES).events.flatMap((event): string[] =>
      event.type === 'PatternsImported' ? event.data.patterns.map(({ entityTypeId }) => entityTypeId) : [event.type],
    );
  expect(imported(categories('location'))).toEqual(['EntityNamed', typeId('location')]);
  expect(imported(categories('location', 'place'))).toEqual([
    ...['EntityNamed', 'EntityNamed'],
    ...[typeId('place'), typeId('location')],
  ]);
  const { events } = importPatterns(vocabulary.initial(), rows, METADATA_BYTES);
  expect(events[0]).toMatchObject({ data: { name: 'location', displayName: 'location' } });
});

it('takes only as many rows as fit into an append, and skips one too large for any append', () => {
  const long = '\u{1f9c0}'.repeat(140);
  const rows = Array.from({ length: 500 }, (_, index) => row(index, `${long} ${index}`, 'company'));
  const state = vocabulary.initial();
  const sizes: number[] = [];
  for (let start = 0; start < rows.length;) {
    const { events, result } = importPatterns(state, rows.slice(start), METADATA_BYTES);
    for (const [revision, event] of events.entries())
      vocabulary.evolve(state, { ...event, revision, id: `event ${start} ${revision}`, reverts: null });
    sizes.push(Buffer.byteLength(JSON.stringify(events)) + METADATA_BYTES * events.length);
    start += result.taken;
  }
  expect(sizes.length).toBeGreaterThan(1);
  expect(Math.max(...sizes)).toBeLessThan(1024 * 1024);
  expect(state.patterns.size).toBe(500);

  const link = `https://acme.example/${'x'.repeat(1_100_000)}`;
  const { result } = importPatterns(
    vocabulary.initial(),
    [{ ...row(1, 'Acme', 'company'), url: link }, row(2, 'Omega', 'company')],
    METADATA_BYTES,
  );
  expect(result).toMatchObject({ added: 1, skipped: [{ row: 0, reason: 'it is too long' }], taken: 2 });
});

const row = (number: number, name: string, entityType: string, entity: string | null = null): ImportRow => ({
  patternId: patternId(number),
  name,
  entityType,
  entity,
  caseSensitive: false,
  wholeWord: true,
});
