import { expect, it } from '@jest/globals';
import type { EntityEvent, ListedEntity, WrittenEntity } from '@earmark/contracts/entities';
import { EpisodeUuid } from '@earmark/contracts/episodes';
import { EARMARK_NAMESPACE, uuidFrom } from '@earmark/contracts/kit';
import { SeriesUuid } from '@earmark/contracts/series';
import { SegmentId } from '@earmark/contracts/transcripts';
import { EntityId, SplitId, type SplitScope } from '@earmark/contracts/vocabulary';
import { putSplit } from '../vocabulary/splitting.ts';
import { typeId } from '../vocabulary/vocabulary-state.ts';
import { vocabulary } from '../vocabulary/vocabulary.decider.ts';
import { entities } from './entities.decider.ts';
import { followMerges } from './follow-merges.ts';
import { mergeEntities } from './merge-entities.ts';
import { nameEntities, saveEntities } from './save-entities.ts';

const episodeUuid = uuidFrom(EARMARK_NAMESPACE, 'episode', EpisodeUuid);
const place = { seriesUuid: uuidFrom(EARMARK_NAMESPACE, 'podcast'), segmentId: null };
const person = typeId('person');
const idOf = (name: string) => uuidFrom(person, name.toLowerCase(), EntityId);
const listed = (name: string): ListedEntity => ({ id: idOf(name), name, type: 'person', url: null });
const facts = (name: string) => ({ name, entityTypeId: person, url: null, slugBase: name.toLowerCase() });
const edited = (name: string, to: string, moved: EntityId[]): EntityEvent => ({
  type: 'EntityEdited',
  data: {
    episodeUuid,
    entityId: idOf(name),
    toEntityId: idOf(to),
    moved,
    from: facts(name),
    to: facts(to),
    candidateId: null,
  },
});
const added = (name: string): EntityEvent => ({
  type: 'EntityAdded',
  data: { episodeUuid, entityId: idOf(name), facts: facts(name), before: null, candidateId: null },
});
const removed = (name: string): EntityEvent => ({
  type: 'EntityRemoved',
  data: { episodeUuid, entityId: idOf(name), facts: facts(name), before: null, after: 'removed', candidateId: null },
});

/** The events that a save records in the episode after `past`, when `now` is listed. */
function save(
  past: EntityEvent[],
  now: ListedEntity[],
  written: WrittenEntity[],
  known = vocabulary.initial(),
): EntityEvent[] {
  const state = past.reduce(
    (before, event, revision) => entities.evolve(before, { ...event, revision, id: '', reverts: null }),
    entities.initial(),
  );
  const changes = mergeEntities(now, written, now, state.shownAs);
  const { result } = nameEntities(known, changes, state, { listed: now, place, learns: false });

  return saveEntities(state, episodeUuid, changes, result, known, place);
}

it('moves everything shown as the entity when it is renamed', () => {
  const past = [edited('Ada', 'Bea', [idOf('Ada')])];
  expect(save(past, [listed('Bea')], [{ ...listed('Bea'), name: 'Cem' }])).toMatchObject([
    { data: { entityId: idOf('Bea'), toEntityId: idOf('Cem'), moved: [idOf('Bea'), idOf('Ada')] } },
  ]);
});

it('does not move an entity that is shown as another one when its name is used again', () => {
  const past = [edited('Ada', 'Bea', [idOf('Ada')]), edited('Cem', 'Ada', [idOf('Cem')])];
  expect(save(past, [listed('Ada'), listed('Bea')], [{ ...listed('Ada'), name: 'Dee' }, listed('Bea')])).toMatchObject([
    { data: { entityId: idOf('Ada'), moved: [idOf('Cem')] } },
  ]);
});

it('withdraws the removal of the entity that another is renamed to', () => {
  expect(save([removed('Bea')], [listed('Ada')], [{ ...listed('Ada'), name: 'Bea' }])).toMatchObject([
    { type: 'EntityRemoved', data: { entityId: idOf('Bea'), before: 'removed', after: null } },
    { type: 'EntityEdited', data: { toEntityId: idOf('Bea') } },
  ]);
});

it('records the previous decision', () => {
  expect(save([added('Ada')], [listed('Ada')], [{ name: 'Bea', type: 'person' }])).toMatchObject([
    { type: 'EntityRemoved', data: { entityId: idOf('Ada'), before: 'added', after: 'removed' } },
    { type: 'EntityAdded', data: { entityId: idOf('Bea'), before: null } },
  ]);
  expect(save([removed('Ada')], [], [{ name: 'Ada', type: 'person' }])).toMatchObject([
    { type: 'EntityAdded', data: { entityId: idOf('Ada'), before: 'removed' } },
  ]);
});

it('remembers the name under which an entity was added, to undo its removal', () => {
  const now = { ...listed('Ada'), name: 'Countess Ada' };
  expect(save([added('Ada')], [now], [])).toMatchObject([{ type: 'EntityRemoved', data: { facts: { name: 'Ada' } } }]);
  expect(save([], [now], [])).toMatchObject([{ type: 'EntityRemoved', data: { facts: { name: 'Countess Ada' } } }]);
});

it('names, links and learns only what the vocabulary lacks', () => {
  const changes = mergeEntities([], [{ name: 'Ada', type: 'person', url: 'https://ada.example' }], [], new Map());
  const { events } = nameEntities(vocabulary.initial(), changes, entities.initial(), {
    listed: [],
    place,
    learns: true,
  });
  expect(events.map(({ type }) => type)).toEqual(['EntityTypeCreated', 'EntityNamed', 'EntityLinked', 'PatternAdded']);
  const known = events.reduce(
    (before, event, revision) => vocabulary.evolve(before, { ...event, revision, id: '', reverts: null }),
    vocabulary.initial(),
  );
  expect(nameEntities(known, changes, entities.initial(), { listed: [], place, learns: true })).toMatchObject({
    events: [],
    result: { added: [{ entityId: idOf('Ada'), url: 'https://ada.example' }] },
  });
});

it('gives each learned pattern a new id, since the previous one may have another text by now', () => {
  const changes = mergeEntities([], [{ name: 'Ada', type: 'person' }], [], new Map());
  const learned = () =>
    nameEntities(vocabulary.initial(), changes, entities.initial(), { listed: [], place, learns: true }).events.flatMap(
      (event) => (event.type === 'PatternAdded' ? [event.data.pattern.patternId] : []),
    );
  const ids = [...learned(), ...learned()];
  expect(new Set(ids).size).toBe(2);
});

/** Ada is merged into Bea. */
function merged() {
  const known = vocabulary.initial();
  known.mergedInto.set(idOf('Ada'), idOf('Bea'));

  return known;
}

it('removes with an entity all that is merged into it', () => {
  expect(save([], [listed('Bea')], [], merged())).toMatchObject([
    { type: 'EntityRemoved', data: { entityId: idOf('Bea'), after: 'removed' } },
    { type: 'EntityRemoved', data: { entityId: idOf('Ada'), after: 'removed' } },
  ]);
});

it('brings back with an entity all that is merged into it', () => {
  expect(save([removed('Ada'), removed('Bea')], [], [{ name: 'Bea', type: 'person' }], merged())).toMatchObject([
    { type: 'EntityRemoved', data: { entityId: idOf('Ada'), before: 'removed', after: null } },
    { type: 'EntityAdded', data: { entityId: idOf('Bea'), before: 'removed' } },
  ]);
});

it('renames with an entity all that is merged into it, each by an event of its own', () => {
  expect(save([], [listed('Bea')], [{ ...listed('Bea'), name: 'Cem' }], merged())).toMatchObject([
    { data: { entityId: idOf('Bea'), toEntityId: idOf('Cem'), moved: [idOf('Bea')] } },
    { data: { entityId: idOf('Ada'), toEntityId: idOf('Cem'), moved: [idOf('Ada')] } },
  ]);
});

it('refuses a name that is merged into an entity of the list', () => {
  const add = () => save([], [listed('Bea')], [listed('Bea'), { name: 'Ada', type: 'person' }], merged());
  expect(add).toThrow('"Ada" is merged into "Bea", which this episode lists.');
  const rename = () => save([], [listed('Bea')], [{ ...listed('Bea'), name: 'Ada' }], merged());
  expect(rename).toThrow('"Ada" is merged into "Bea", which this episode lists.');
});

it('reads lines of entities that were merged meanwhile as lines of the entity that is listed now', () => {
  const known = merged();
  expect(followMerges(known, place, [listed('Ada'), listed('Bea')], [listed('Bea')])).toEqual([listed('Bea')]);
  expect(followMerges(known, place, [listed('Ada'), listed('Cem')], [listed('Bea')])).toMatchObject([
    { id: idOf('Bea'), name: 'Bea' },
    { id: idOf('Cem'), name: 'Cem' },
  ]);
});

/** Ada's mentions here, or one of them, count for Bea. */
function splitOff(scope: SplitScope) {
  const known = vocabulary.initial();
  putSplit(known, { splitId: uuidFrom(person, 'split', SplitId), from: idOf('Ada'), into: idOf('Bea'), scope });

  return known;
}
const byPodcast = () => splitOff({ podcastUuids: [SeriesUuid.parse(place.seriesUuid)], segments: [] });

it('decides also about the entity that a podcast was split off', () => {
  expect(save([], [listed('Bea')], [], byPodcast())).toMatchObject([
    { type: 'EntityRemoved', data: { entityId: idOf('Bea'), after: 'removed' } },
    { type: 'EntityRemoved', data: { entityId: idOf('Ada'), after: 'removed' } },
  ]);
  expect(() => save([], [listed('Bea')], [{ ...listed('Bea'), name: 'Ada' }], byPodcast())).toThrow(
    '"Ada" counts in this podcast for "Bea", which this episode lists.',
  );
  expect(followMerges(byPodcast(), place, [listed('Ada')], [listed('Bea')])).toMatchObject([{ id: idOf('Bea') }]);
});

it('refuses to remove or rename either entity where single passages were split off', () => {
  const segments = [{ episodeUuid, segmentId: uuidFrom(person, 'segment', SegmentId) }];
  const both = [listed('Ada'), listed('Bea')];
  for (const left of both) {
    const keep = () => save([], both, [left], splitOff({ podcastUuids: [], segments }));
    expect(keep).toThrow('Single passages of this episode were split off');
  }
});
