import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  candidateIdOf,
  DecideCandidates,
  type CandidateDecision,
  type CandidateId,
} from '@earmark/contracts/discovery';
import { RefreshEntities } from '@earmark/contracts/entities';
import type { Context } from '@earmark/contracts/kit';
import { foldName } from '@earmark/contracts/mentions';
import { ChangeVocabulary, SplitId, type VocabularyCommand } from '@earmark/contracts/vocabulary';
import { projectors, verify } from '@earmark/projections/runner';
import { storyCount } from '@earmark/projections/testing';
import fc from 'fast-check';
import { Rejected } from '../kit/rejected.ts';
import { startApp, type Caller, type RunningApp } from '../testing/running-app.ts';
import { vocabulary, VOCABULARY_ID } from '../vocabulary/vocabulary.decider.ts';
import { addEpisodes, candidate, episode, projected, propose, seriesUuid } from './discovery.fixture.ts';

const NAMES = ['Huberman', 'Andrew Huberman', 'Roam', 'Zettelkasten', 'NYT'];
const TYPES = ['person', 'product', 'book', 'method'];
const TEXTS = [
  ['Andrew Huberman and Roam.', 'Huberman, NYT.', 'Zettelkasten in Roam.'],
  ['Roam, Huberman.', 'The NYT on Zettelkasten.', 'Andrew Huberman again.'],
];
const STEPS = storyCount(100, 25);

let app: RunningApp;
let admin: Caller;
const accountId = '44444444-4444-4444-8444-444444444444';

beforeAll(async () => {
  app = await startApp();
  admin = await app.signIn('admin');
  await addEpisodes(app, TEXTS);
  for (const number of [1, 2])
    await propose(app, number, ...NAMES.map((name, index) => candidate(name, TYPES[index % 4]!, `0.${index + 5}0`)));
  await projected(app);
});
afterAll(async () => app.stop());

const Step = fc.record({
  kind: fc.nat(15),
  who: fc.nat(NAMES.length - 1),
  other: fc.nat(NAMES.length - 1),
  where: fc.constantFrom([1], [2], [1, 2]),
  type: fc.constantFrom(...TYPES),
  isWide: fc.boolean(),
  which: fc.nat(100),
});
type Step = typeof Step extends fc.Arbitrary<infer Value> ? Value : never;

function decisionOf({ kind, other, type, isWide }: Step): CandidateDecision {
  const scope = isWide ? 'everywhere' : 'episode';
  const as = { scope, name: null, category: null, url: null, notes: null, into: null } as const;
  switch (kind) {
    case 0:
    case 1:
      return { type: 'approve', ...as };
    case 2:
      return { type: 'approve', ...as, name: NAMES[other]! };
    case 3:
      return { type: 'approve', ...as, category: type, url: 'https://a.example/' };
    case 4:
      return { type: 'reject', scope: isWide ? 'category' : 'episode', notes: 'no' };
    case 5:
      return { type: 'reject', scope, notes: null };
    case 6:
      return { type: 'correct-type', category: type };
    case 7:
      return { type: 'edit', status: 'pending' };
    case 8:
      return { type: 'edit', name: NAMES[other]!, category: type };
    default:
      return { type: 'edit', status: isWide ? 'approved' : 'rejected', url: isWide ? null : 'https://b.example/' };
  }
}

it('has the numbers of a fold from zero, and undoing everything gives the first state', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(Step, { minLength: STEPS, maxLength: STEPS }), async (steps) => {
      const before = await shown();
      const from = new Date().toISOString();
      const calls: string[] = [];
      for (const step of steps) {
        const by = context();
        if (step.kind === 10 && calls.length > 0) {
          await undo({ correlationId: calls[step.which % calls.length]! });
        } else if (step.kind === 11) {
          await app.services.commands.send(new RefreshEntities({ episodeUuid: episode(step.where[0]!) }, by));
        } else if (step.kind >= 14) {
          await merge(step, by);
        } else if (step.kind >= 12) {
          await split(step, by);
        } else {
          await decide(step, by);
        }
        calls.push(by.correlationId);
      }
      await projected(app);
      expect(await differences()).toEqual([]);
      await undo({ actor: accountId, from, to: new Date(Date.now() + 1000).toISOString() });
      expect(await shown()).toEqual(before);
    }),
    { numRuns: storyCount(10, 1), endOnFailure: true },
  );
  expect(await differences()).toEqual([]);
}, 900_000);

async function decide(step: Step, by: Context): Promise<void> {
  const candidateIds = step.where.map((number): CandidateId =>
    candidateIdOf(episode(number), foldName(NAMES[step.who]!)),
  );
  const { failed } = await app.services.commands.send(
    new DecideCandidates({ candidateIds, expected: null, decision: decisionOf(step) }, by),
  );
  // Nothing else may go wrong.
  const allowed = ['entity-type-missing', 'entity-exists', 'pattern-exists'];
  expect(failed.filter(({ code }) => !allowed.includes(code))).toEqual([]);
}

/** Merges two entities of the vocabulary, or takes a merge apart. */
async function merge({ kind, who, which }: Step, by: Context): Promise<void> {
  const { state } = await app.services.streams.read(vocabulary, VOCABULARY_ID);
  const known = [...state.entities.keys()];
  const [from, into] = [known[which % known.length], known[who % known.length]];
  if (from === undefined || into === undefined) return;
  const command: VocabularyCommand =
    kind === 14 ? { type: 'MergeEntities', from, into } : { type: 'UnmergeEntities', from };
  try {
    await app.services.commands.send(new ChangeVocabulary(command, by));
  } catch (error) {
    if (!(error instanceof Rejected) || !['invalid', 'entity-merged', 'entity-not-merged'].includes(error.code))
      throw error;
  }
}

/** Gives what one entity finds in the podcast to another one, or takes such a split back. */
async function split({ kind, who, other, which }: Step, by: Context): Promise<void> {
  const { state } = await app.services.streams.read(vocabulary, VOCABULARY_ID);
  const known = [...state.entities.keys()];
  const splits = [...state.splits.keys()];
  const from = known[which % known.length];
  const splitId = splits[who % splits.length];
  const entityTypeId = from && state.entities.get(from)?.entityTypeId;
  if (kind === 12 ? entityTypeId === undefined : splitId === undefined) return;
  const scope = { podcastUuids: [seriesUuid], segments: [] };
  const command: VocabularyCommand =
    kind === 12
      ? {
          type: 'SplitEntity',
          splitId: SplitId.parse(randomUUID()),
          from: from!,
          name: NAMES[other]!,
          entityTypeId: entityTypeId!,
          scope,
        }
      : { type: 'UnsplitEntity', splitId: splitId! };
  try {
    await app.services.commands.send(new ChangeVocabulary(command, by));
  } catch (error) {
    if (!(error instanceof Rejected) || !['invalid', 'entity-split', 'entity-merged'].includes(error.code)) throw error;
  }
}

const context = (): Context => ({
  actor: { kind: 'account', id: accountId, name: 'admin', role: 'admin' },
  correlationId: randomUUID(),
  reason: null,
});

/** What was undone before stays so. */
async function undo(choice: { correlationId: string } | { actor: string; from: string; to: string }): Promise<void> {
  const { undoId, will } = await app.services.history.plan(choice, context());
  if (will.length === 0) return;
  try {
    await app.services.history.run(undoId, context());
  } catch (error) {
    if (!(error instanceof Rejected)) throw error;
  }
}

/** What reviewers and readers see, without what nobody can take back: that an entity has a name. */
async function shown() {
  await projected(app);
  const get = async (path: string) => (await admin('GET', path)).body;
  const pages = [];
  for (const number of [1, 2]) {
    const { entityMentions } = (await get(`/api/podcasts/notes/part-${number}`)) as { entityMentions: unknown };
    pages.push(entityMentions);
  }
  const { patterns } = (await get('/api/admin/entity-patterns')) as { patterns: { name: string; entity: string }[] };

  return {
    pages,
    cards: await get('/api/admin/discovered-entities/cards'),
    patterns: patterns.map(({ name, entity }) => [name, entity]),
    ignored: await get('/api/admin/ignored-names'),
  };
}

async function differences() {
  const comparisons = await verify({ log: app.services.log, pool: app.services.pool, projectors });

  return comparisons.filter((one) => one.differences > 0);
}
