import type { EntityFacts } from '@earmark/contracts/entities';
import type { EpisodeUuid } from '@earmark/contracts/episodes';
import { uuidFrom } from '@earmark/contracts/kit';
import type { RecordedSegment, SegmentId, VersionId } from '@earmark/contracts/transcripts';
import type { SeriesUuid } from '@earmark/contracts/series';
import { EntityId, NO_CONTEXT, reachedFrom, splitKey, type PatternFacts } from '@earmark/contracts/vocabulary';
import type { EventLog } from '@earmark/projections/event-log';
import { episodeAdded, event, id, personType, record, transcriptEvents } from '@earmark/projections/testing';
import { entities, type EntitiesState } from '../entities/entities.decider.ts';
import { stateAt } from '../kit/recorded-events.ts';
import { transcript } from '../transcripts/transcript.decider.ts';
import { pinInForce } from '../vocabulary/pins.ts';
import { placesOf } from '../vocabulary/splitting.ts';
import { vocabulary } from '../vocabulary/vocabulary.decider.ts';
import { episode } from '../episodes/episode.decider.ts';
import { series } from '../series/series.decider.ts';

type NewEvent = ReturnType<typeof event>;
type Undoable = { stream: string; undo: (undone: NewEvent) => NewEvent; done: NewEvent };

const NAMES = ['Rome', 'Oslo', 'New York', 'York', 'Ada & Bea', 'Kyiv'];
const TEXTS = ['Rome.', 'oslo and ROME', 'New York, Kyiv', '', 'Ada and Bea in York', 'Oslo Oslo', 'nothing'];
const LINES = ['Ann: Rome and Oslo.', 'Bob: Oslo, then New York.', 'Ann: Nothing here.', 'Cem: Ada and Bea.'];
/** Of every third pattern. */
const context = (a: number, b: number) =>
  a % 3 === 0 ? { near: [pick(NAMES, b)], notNear: b % 2 === 0 ? ['nothing'] : [], distance: 1 + (b % 4) } : NO_CONTEXT;
/** What can happen to an episode; each step gets two numbers to choose by. */
export const KINDS = 32;

/** A random but sensible history of one episode, event by event. */
export class Story {
  readonly episodeUuid: EpisodeUuid;
  private made = 0;
  private others = 0;
  private readonly undoable: Undoable[] = [];
  /** The last edit of a text. */
  private edited: NewEvent | null = null;

  constructor(
    private readonly log: EventLog,
    private readonly number: number,
    /**
     * Whether unlisted entities may be removed, and two entities may become shown as one. Among the calls, only an undo
     * leads there, and then not every change can be undone.
     */
    private readonly mayJoin = true,
  ) {
    this.episodeUuid = id('episode', number);
  }

  async begin(): Promise<bigint> {
    return record(this.log, `episode-${this.episodeUuid}`, episodeAdded(this.number, `Episode ${this.number}`));
  }

  /** Position of the last event; null when the step made no sense. */
  async step(kind: number, a: number, b: number): Promise<bigint | null> {
    const steps = [
      () => this.learn(a, b),
      () => this.changePattern(a, b),
      () => this.nameAnew(a, b),
      () => this.extract(),
      () => this.transcribe(a),
      () => this.editText(a, b),
      () =>
        this.edit(a, (segment) => [
          'SegmentRetimed',
          { from: timesOf(segment), to: { startMs: b % 9000, endMs: 9500 } },
        ]),
      () => this.addSegment(a, b),
      () => this.onSegment(a, (segment) => ['SegmentDeleted', { segment }]),
      () => this.restore(a),
      () => this.split(a),
      () => this.merge(a),
      () => this.rename(a, b),
      () => this.reassign(a, b),
      () => this.add(a, b),
      () => this.remove(a),
      () => this.show(a, b),
      () => this.publish(a),
      () => this.undo(a),
      () => this.describe(a, b),
      () => this.refreshPodcast(b),
      () => record(this.log, `episode-${id(`other ${this.number}`, ++this.others)}`, this.otherEpisode()),
      () => this.learn(a, b),
      () => this.extract(),
      () => this.turnEpisode(this.episodeUuid),
      () => this.turnPodcast(),
      () => (this.others === 0 ? null : this.turnEpisode(id(`other ${this.number}`, 1 + (a % this.others)))),
      () => this.mergeEntities(a, b),
      () => this.unmergeEntities(a),
      () => this.splitEntity(a, b),
      () => this.unsplitEntity(a),
      () => this.publishChosen(a, b),
    ];

    return pick(steps, kind)();
  }

  private async learn(a: number, b: number): Promise<bigint> {
    const name = `${pick(NAMES, a)}${b % 3 === 0 ? '' : ` ${b % 5}`}`;
    const entityId = this.entityId(a, b);
    const state = await this.words();
    const known = state.entities.has(entityId);
    const pattern: PatternFacts = {
      patternId: id(`pattern ${this.number}`, ++this.made),
      entityId,
      entityTypeId: personType,
      name: b % 2 === 0 ? pick(NAMES, a + b) : name,
      caseSensitive: b % 7 === 0,
      wholeWord: b % 3 !== 0,
      ...context(a, b),
    };
    const named = event('EntityNamed', { entityId, entityTypeId: personType, from: null, name, slugBase: 'x' });

    return record(this.log, 'vocabulary-main', ...(known ? [] : [named]), event('PatternAdded', { pattern }));
  }

  private async changePattern(a: number, b: number): Promise<bigint | null> {
    const from = pick([...(await this.words()).patterns.values()], a);
    if (!from) return null;
    if (b % 3 === 0) return record(this.log, 'vocabulary-main', event('PatternDeleted', { pattern: from }));
    const to = { ...from, name: pick(NAMES, b), wholeWord: b % 2 === 0, ...context(b, a) };

    return record(this.log, 'vocabulary-main', event('PatternEdited', { from, to }));
  }

  private async nameAnew(a: number, b: number): Promise<bigint | null> {
    const state = await this.words();
    const [entityId, entity] = pick([...state.entities], a) ?? [];
    if (!entityId || !entity) return null;
    const named = event('EntityNamed', {
      entityId,
      entityTypeId: entity.entityTypeId,
      from: entity.name,
      name: `${pick(NAMES, b)} renamed ${b}`,
      slugBase: 'x',
    });
    const linked = event('EntityLinked', { entityId, from: entity.url, url: `https://example.org/${b}` });

    return record(this.log, 'vocabulary-main', b % 2 === 0 ? named : linked);
  }

  private async mergeEntities(a: number, b: number): Promise<bigint | null> {
    const state = await this.words();
    const open = [...state.entities.keys()].filter((entityId) => !state.mergedInto.has(entityId));
    const [from, into] = [pick(open, a), pick(open, b)];
    if (!from || !into || reachedFrom(state, into).has(from)) return null;

    return record(this.log, 'vocabulary-main', event('EntitiesMerged', { from, into }));
  }

  private async unmergeEntities(a: number): Promise<bigint | null> {
    const [from, into] = pick([...(await this.words()).mergedInto], a) ?? [];
    if (!from) return null;

    return record(this.log, 'vocabulary-main', event('EntitiesUnmerged', { from, into }));
  }

  /** In the podcast, or in one segment. */
  private async splitEntity(a: number, b: number): Promise<bigint | null> {
    const state = await this.words();
    const open = [...state.entities.keys()].filter((entityId) => !state.mergedInto.has(entityId));
    const [from, into] = [pick(open, a), pick(open, b)];
    const chosen = pick((await this.shown()).segments, a + b);
    if (!from || !into || reachedFrom(state, into).has(from)) return null;
    const { episodeUuid } = this;
    const scope =
      b % 3 === 0 || !chosen
        ? { podcastUuids: [id<SeriesUuid>('series')], segments: [] }
        : { podcastUuids: [], segments: [{ episodeUuid, segmentId: chosen.segmentId }] };
    if (placesOf(scope).some((place) => state.splitInto.has(splitKey(from, place)))) return null;
    const splitId = id(`split ${this.number}`, ++this.made);

    return record(this.log, 'vocabulary-main', event('EntitySplit', { splitId, from, into, scope }));
  }

  private async unsplitEntity(a: number): Promise<bigint | null> {
    const split = pick([...(await this.words()).splits.values()], a);

    return split ? record(this.log, 'vocabulary-main', event('EntityUnsplit', split)) : null;
  }

  private async extract(): Promise<bigint | null> {
    const from = await pinInForce(this.log, this.episodeUuid);
    if (!from) return null;
    const { episodeUuid } = this;
    const pin = { vocabularyRevision: (await this.words()).revision, matcherVersion: 2 };
    const done = event('EntitiesExtracted', { episodeUuid, from, pin });
    const undo = (undone: NewEvent) =>
      reverting(undone, event('EntitiesExtracted', { episodeUuid, from: pin, pin: from }));
    this.undoable.push({ stream: `entities-${episodeUuid}`, undo, done });

    return record(this.log, `entities-${episodeUuid}`, done);
  }

  /** A new version, an older one again, or sometimes none. */
  private async transcribe(a: number): Promise<bigint> {
    const { versions, active } = await this.heard();
    const pin = (await pinInForce(this.log, this.episodeUuid)) ?? {
      vocabularyRevision: (await this.words()).revision,
      matcherVersion: 1,
    };
    const stream = `transcript-${this.episodeUuid}`;
    const older = [...versions.keys()].filter((versionId) => versionId !== active);
    if (older.length > 0 && a % 3 === 0) {
      const versionId = a % 2 === 0 ? null : pick(older, a);
      return record(
        this.log,
        stream,
        event('TranscriptActivated', { episodeUuid: this.episodeUuid, versionId, replaced: active, pin }),
      );
    }
    const lines = LINES.map((line, index) => ((a >> index) % 2 === 0 ? line : `Dee: ${pick(TEXTS, a + index)}`));

    const { vocabularyRevision } = pin;

    return record(
      this.log,
      stream,
      ...transcriptEvents(this.number, lines, vocabularyRevision, versions.size + 1, active),
    );
  }

  /** A new text, or sometimes the previous one, as an undo of the last edit or of its undo. */
  private async editText(a: number, b: number): Promise<bigint | null> {
    const { segments, active } = await this.shown();
    const { edited } = this;
    const data = edited?.data as { versionId: VersionId; segmentId: SegmentId; from: string; to: string } | undefined;
    const same = segments.find(({ segmentId, text }) => segmentId === data?.segmentId && text === data.to);
    if (b % 3 > 0 || !edited || !data || !same || data.versionId !== active)
      return this.edit(a, (segment) => ['SegmentEdited', { from: segment.text, to: pick(TEXTS, b) }]);

    return this.hear(reverting(edited, event('SegmentEdited', { ...data, from: data.to, to: data.from })));
  }

  private async edit(a: number, make: (segment: RecordedSegment) => [string, object]): Promise<bigint | null> {
    return this.onSegment(a, (segment) => {
      const [type, data] = make(segment);
      return [type, { segmentId: segment.segmentId, ...data }];
    });
  }

  private async onSegment(a: number, make: (segment: RecordedSegment) => [string, object]): Promise<bigint | null> {
    const { segments } = await this.shown();
    const segment = pick(segments, a);
    if (!segment) return null;
    const [type, data] = make(segment);

    return this.hear(event(type, { ...(await this.version()), ...data }));
  }

  private async addSegment(a: number, b: number): Promise<bigint | null> {
    const { segments, active } = await this.shown();
    const before = pick(segments, a);
    if (!before || active === null) return null;
    const speaker = b % 2 === 0 ? { speakerId: uuidFrom(active, `new ${++this.made}`), name: 'Eve' } : null;
    const segment = {
      ...before,
      segmentId: uuidFrom(active, `added ${++this.made}`),
      orderKey: `${before.orderKey}V`,
      speakerId: speaker?.speakerId ?? null,
      text: pick(TEXTS, b),
    };

    return this.hear(event('SegmentAdded', { ...(await this.version()), segment, speaker }));
  }

  private async restore(a: number): Promise<bigint | null> {
    const { deleted } = await this.shown();
    const segment = pick(deleted, a);

    return segment ? this.hear(event('SegmentRestored', { ...(await this.version()), segment })) : null;
  }

  private async split(a: number): Promise<bigint | null> {
    return this.onSegment(a, (before) => {
      const middle = Math.floor(before.text.length / 2);
      const first = { ...before, text: before.text.slice(0, middle) };
      const second = {
        ...before,
        segmentId: uuidFrom(before.segmentId, `half ${++this.made}`),
        orderKey: `${before.orderKey}M`,
        text: before.text.slice(middle),
      };
      return ['SegmentSplit', { before, after: [first, second] }];
    });
  }

  private async merge(a: number): Promise<bigint | null> {
    const { segments } = await this.shown();
    const first = a % Math.max(1, segments.length - 1);
    const [one, two] = segments.slice(first, first + 2);
    if (!one || !two) return null;
    const after = { ...one, text: `${one.text} ${two.text}`, endMs: Math.max(one.endMs, two.endMs) };

    return this.hear(event('SegmentsMerged', { ...(await this.version()), before: [one, two], after }));
  }

  private async rename(a: number, b: number): Promise<bigint | null> {
    const { speakers } = await this.shown();
    const [speakerId, from] = pick(speakers, a) ?? [];
    if (!speakerId || from === undefined) return null;

    return this.hear(event('SpeakerRenamed', { ...(await this.version()), speakerId, from, to: `Speaker ${b % 4}` }));
  }

  private async reassign(a: number, b: number): Promise<bigint | null> {
    const { speakers } = await this.shown();
    const [to = null] = b % 4 === 0 ? [] : (pick(speakers, b) ?? []);

    return this.onSegment(a, ({ segmentId, speakerId }) => [
      'SegmentsReassigned',
      { segments: [{ segmentId, from: speakerId, to }], speakers: [] },
    ]);
  }

  private async add(a: number, b: number): Promise<bigint | null> {
    const entityId = this.entityId(a, b);
    const state = await this.decided();
    const before = state.decisions.get(entityId) ?? null;
    if (before === 'added' || (!this.mayJoin && isMoved(state, entityId))) return null;
    const facts = await this.factsOf(entityId, `${pick(NAMES, b)}`);

    return this.decide(event('EntityAdded', { episodeUuid: this.episodeUuid, entityId, facts, before }));
  }

  private async remove(a: number): Promise<bigint | null> {
    const state = await this.decided();
    const entityId = pick([...state.facts.keys(), ...(await this.words()).entities.keys()], a) ?? this.entityId(a, a);
    if (!this.mayJoin && state.shownAs.has(entityId)) return null;
    const before = state.decisions.get(entityId) ?? null;
    const after = before !== null && a % 2 === 0 ? null : 'removed';
    const facts = (before === 'added' && state.addedAs.get(entityId)) || (await this.factsOf(entityId, 'Rome'));

    return this.decide(event('EntityRemoved', { episodeUuid: this.episodeUuid, entityId, facts, before, after }));
  }

  private async show(a: number, b: number): Promise<bigint | null> {
    const known = [...(await this.words()).entities.keys()];
    const [entityId, toEntityId] = [pick(known, a), b % 3 === 0 ? this.entityId(b, a) : pick(known, b)];
    if (!entityId || !toEntityId || entityId === toEntityId) return null;
    const state = await this.decided();
    const { shownAs, decisions } = state;
    if (!this.mayJoin && (decisions.get(toEntityId) === 'added' || isMoved(state, toEntityId))) return null;
    const moved = [...shownAs].filter(([, shown]) => shown === entityId).map(([found]) => found);
    const data = {
      episodeUuid: this.episodeUuid,
      entityId,
      toEntityId,
      moved: shownAs.has(entityId) ? moved : [entityId, ...moved],
      from: await this.factsOf(entityId, 'Rome'),
      to: await this.factsOf(toEntityId, pick(NAMES, b)),
    };

    return data.moved.length === 0 ? null : this.decide(event('EntityEdited', data));
  }

  private async publish(a: number): Promise<bigint> {
    const revision = (await this.words()).revision;
    const data = {
      recountId: id(`recount ${this.number}`, ++this.made),
      pin: { vocabularyRevision: Math.max(0, revision - (a % 4)), matcherVersion: 1 + (a % 2) },
      scope: { podcastUuids: a % 3 === 0 ? [id('another series')] : a % 3 === 1 ? [id('series')] : null },
    };

    return this.publication(data);
  }

  /** Of some of the latest changes, for the pin that the episode has. */
  private async publishChosen(a: number, b: number): Promise<bigint | null> {
    const from = (await pinInForce(this.log, this.episodeUuid))?.vocabularyRevision;
    if (from === undefined) return null;
    const { revision } = await this.words();
    const changes = [a, a + b, b].map((number) => Math.max(0, revision - (number % 8)));
    const varied = [
      { base: from, changes },
      { base: null, changes: [] },
    ].map((data) => event('VocabularyVaried', data));
    await record(this.log, 'vocabulary-main', ...varied);
    const pinAt = (vocabularyRevision: number) => ({ vocabularyRevision, matcherVersion: 2 });

    return this.publication({
      recountId: id(`recount ${this.number}`, ++this.made),
      pin: pinAt(revision + 2),
      scope: { podcastUuids: a % 2 === 0 ? [id('series')] : null },
      only: { eventIds: [id('event', 1)], patterns: 1, names: ['Rome'], moves: [{ from, to: pinAt(revision + 1) }] },
    });
  }

  private async publication(data: object): Promise<bigint> {
    const done = event('RecountPublished', data);
    const undo = (undone: NewEvent) =>
      reverting(undone, event(undone.type === 'RecountPublished' ? 'RecountReverted' : 'RecountPublished', data));
    this.undoable.push({ stream: 'recount-main', undo, done });

    return record(this.log, 'recount-main', done);
  }

  /** Undoes a refresh or a publication, or its undo. */
  private async undo(a: number): Promise<bigint | null> {
    const one = pick(this.undoable, a);
    if (!one) return null;
    one.done = one.undo(one.done);

    return record(this.log, one.stream, one.done);
  }

  private async describe(a: number, b: number): Promise<bigint> {
    const { episodeUuid } = this;
    const { facts } = await stateAt(this.log, episode, episodeUuid, Infinity);
    const { title, publishedAt, description } = facts!;
    const refreshed = {
      episodeUuid,
      seriesUuid: id('series'),
      from: { title, publishedAt },
      to: { title: `Title ${b}`, publishedAt: a % 4 === 0 ? null : '2026-03-04T05:06:07.000Z' },
    };
    const edited = { episodeUuid, from: description, to: a % 5 === 0 ? null : `<p>Text ${b}</p>` };

    return record(
      this.log,
      `episode-${episodeUuid}`,
      a % 2 === 0 ? event('EpisodeRefreshed', refreshed) : event('DescriptionEdited', edited),
    );
  }

  private async refreshPodcast(b: number): Promise<bigint> {
    const data = {
      seriesUuid: id('series'),
      from: { name: 'Night Shift' },
      to: { name: `Podcast ${b}`, categories: ['a'] },
    };

    return record(this.log, `series-${id('series')}`, event('SeriesRefreshed', data));
  }

  /** Removes or restores an episode. */
  private async turnEpisode(episodeUuid: EpisodeUuid): Promise<bigint> {
    const { isRemoved } = await stateAt(this.log, episode, episodeUuid, Infinity);
    const data = { episodeUuid, seriesUuid: id('series') };

    return record(this.log, `episode-${episodeUuid}`, event(isRemoved ? 'EpisodeRestored' : 'EpisodeRemoved', data));
  }

  private async turnPodcast(): Promise<bigint> {
    const { isRemoved } = await stateAt(this.log, series, id('series'), Infinity);
    const turned = event(isRemoved ? 'SeriesRestored' : 'SeriesRemoved', { seriesUuid: id('series') });

    return record(this.log, `series-${id('series')}`, turned);
  }

  async isRemoved(): Promise<boolean> {
    const [own, podcast] = [
      await stateAt(this.log, episode, this.episodeUuid, Infinity),
      await stateAt(this.log, series, id('series'), Infinity),
    ];

    return own.isRemoved || podcast.isRemoved;
  }

  /** Brings the episode and its podcast back if they are removed. */
  async restoreAll(): Promise<void> {
    if ((await stateAt(this.log, episode, this.episodeUuid, Infinity)).isRemoved)
      await this.turnEpisode(this.episodeUuid);
    if ((await stateAt(this.log, series, id('series'), Infinity)).isRemoved) await this.turnPodcast();
  }

  private otherEpisode(): NewEvent {
    const other = episodeAdded(this.number, 'Another one');

    return {
      ...other,
      data: { ...(other.data as object), episodeUuid: id(`other ${this.number}`, this.others) },
    };
  }

  /** One of ten that all stories share. */
  private entityId(a: number, b: number): EntityId {
    return id('entity', (a + b) % 10);
  }

  private async factsOf(entityId: EntityId, name: string): Promise<EntityFacts> {
    const known = (await this.words()).entities.get(entityId);
    const typed = known?.name ?? name;

    return {
      name: this.made % 2 === 0 ? typed : typed.toUpperCase(),
      entityTypeId: personType,
      url: this.made % 3 === 0 ? null : `https://example.org/typed/${++this.made}`,
      slugBase: 'x',
    };
  }

  private async shown() {
    const { versions, active } = await this.heard();
    const version = active === null ? undefined : versions.get(active);
    const ordered = (map: Map<string, RecordedSegment> | undefined) =>
      [...(map?.values() ?? [])].sort((one, two) => (one.orderKey < two.orderKey ? -1 : 1));

    return {
      active,
      segments: ordered(version?.segments),
      deleted: ordered(version?.deleted),
      speakers: [...(version?.speakers ?? [])],
    };
  }

  private readonly heard = async () => stateAt(this.log, transcript, this.episodeUuid, Infinity);
  private readonly words = async () => stateAt(this.log, vocabulary, 'main', Infinity);
  private readonly decided = async (): Promise<EntitiesState> =>
    stateAt(this.log, entities, this.episodeUuid, Infinity);
  private readonly version = async () => ({
    episodeUuid: this.episodeUuid,
    versionId: (await this.heard()).active,
  });
  /** Most events are recorded by a person. */
  private readonly hear = async (one: NewEvent) => {
    const heard = ++this.made % 5 === 0 ? one : byPerson(one);
    if (one.type === 'SegmentEdited') this.edited = heard;

    return record(this.log, `transcript-${this.episodeUuid}`, heard);
  };
  private readonly decide = async (one: NewEvent) => record(this.log, `entities-${this.episodeUuid}`, one);
}

/** Whether it is shown as another entity, or another as it. */
const isMoved = ({ shownAs }: EntitiesState, entityId: EntityId): boolean =>
  shownAs.has(entityId) || [...shownAs.values()].includes(entityId);
const pick = <Item>(items: readonly Item[], number: number): Item => items[number % items.length]!;
const byPerson = (one: NewEvent): NewEvent => ({
  ...one,
  metadata: { ...one.metadata, actor: { kind: 'account', id: id('account'), name: 'Ada', role: 'admin' } },
});
const timesOf = ({ startMs, endMs }: RecordedSegment) => ({ startMs, endMs });
const reverting = (undone: NewEvent, undo: NewEvent): NewEvent => ({
  ...undo,
  metadata: { ...undo.metadata, reverts: undone.id },
});
