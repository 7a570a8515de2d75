import type { ChosenChanges, RecountEvent, RecountId, RecountScope } from '@earmark/contracts/recounts';
import { featureHistory, inverseOf } from '../kit/history/event-history.ts';
import { titled } from '../kit/history/wording.ts';
import { Rejected } from '../kit/rejected.ts';
import { recounts, type RecountsState } from './recount.decider.ts';

const CHANGED_NOTHING = 'It changed nothing that visitors see, so there is nothing to undo.';

export const recountsHistory = featureHistory<RecountEvent, RecountsState>({
  kind: 'recounts',
  category: 'recount',
  subject: null,
  folding: recounts,
  inverseReadsState: true,
  isForAnalysts: true,
  events: {
    RecountStarted: {
      fields: () => [],
      inverse: CHANGED_NOTHING,
      sentence: ({ scope, only }) => `A recount of ${scopeWords(scope, only)} was started.`,
      bulk: null,
      moment: null,
    },
    RecountPublished: {
      fields: ({ recountId }) => [{ path: 'publication', from: null, to: recountId }],
      movesPinsOnly: true,
      inverse: (data, state) => {
        assertStanding(state, data.recountId, 'published');

        return inverseOf<RecountEvent>({ type: 'RecountReverted', data });
      },
      sentence: ({ scope, only }) => `New counts of ${scopeWords(scope, only)} were published.`,
      bulk: (count) => `${count} recounts were published`,
      moment: () => 'a recount was published',
    },
    RecountReverted: {
      fields: ({ recountId }) => [{ path: 'publication', from: recountId, to: null }],
      movesPinsOnly: true,
      inverse: (data, state) => {
        assertStanding(state, data.recountId, 'open');

        return inverseOf<RecountEvent>({ type: 'RecountPublished', data });
      },
      sentence: ({ scope, only }) => `The publication of new counts of ${scopeWords(scope, only)} was undone.`,
      bulk: (count) => `${count} publications were undone`,
      moment: () => 'the publication of a recount was undone',
    },
    RecountDiscarded: {
      fields: () => [],
      inverse: CHANGED_NOTHING,
      sentence: () => 'A recount was discarded.',
      bulk: null,
      moment: null,
    },
  },
});

/** Checks that nobody has published or discarded it meanwhile. */
function assertStanding(
  { recounts: known }: RecountsState,
  recountId: RecountId,
  standing: 'published' | 'open',
): void {
  const now = known.get(recountId)?.standing;
  if (now !== standing) throw new Rejected('recount-state', `This recount is now ${now ?? 'unknown'}.`);
}

/** `only` is missing in what is described before it is decoded. */
function scopeWords(scope: RecountScope, only?: ChosenChanges | null): string {
  if (!only) return podcastWords(scope);
  const { patterns, names } = only;
  const rest = patterns > names.length ? ` and ${patterns - names.length} more` : '';

  return `${podcastWords(scope)}, only for ${names.map(titled).join(', ')}${rest},`;
}

function podcastWords({ podcastUuids }: RecountScope): string {
  if (podcastUuids === null) return 'all podcasts';

  return podcastUuids.length === 1 ? 'one podcast' : `${podcastUuids.length} podcasts`;
}
