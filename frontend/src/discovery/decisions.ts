import type { CandidateCard, CandidateStatus, DiscoveredEntity } from '@earmark/contracts/discovery';
import type { QueryClient } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Dispatch, SetStateAction } from 'react';
import { undoCall } from '../history/history.api.ts';
import { counted } from '../kit/counted.ts';
import { notify } from '../ui/toast.tsx';
import { withChanges } from './card-state.ts';
import type { CardPages, MemberChanges } from './card-state.ts';
import { CARDS, DISCOVERY, getDecisions } from './discovery.api.ts';
import { inOrder } from './in-turn.ts';
import { asTheyAre, changesOf, newBulkId, sendVerdict, sentenceOf } from './verdict.ts';
import type { Verdict } from './verdict.ts';

/** A decision of this visit, which can be undone. */
interface Done {
  readonly cardKey: string;
  readonly sentence: string;
  readonly bulkId: string;
  readonly before: MemberChanges;
  readonly after: MemberChanges;
  /** False: the server has refused it. */
  readonly isRecorded: Promise<boolean>;
}

/** What the reader is told about the latest decision, and about those that were refused. */
interface DecisionNews {
  /** Null: nothing was decided yet. */
  readonly latest: { readonly sentence: string; readonly isUndone: boolean } | null;
  /** By key of the card. */
  readonly failures: ReadonlyMap<string, string>;
  /** Decisions that the server has not answered. */
  readonly pending: number;
}

const NOTHING: DecisionNews = { latest: null, failures: new Map(), pending: 0 };

/** Writes changes of candidates into every queue that is loaded. */
export const patchCards = (client: QueryClient, changes: MemberChanges): void =>
  void client.setQueriesData<CardPages>({ queryKey: CARDS }, (data) => data && withChanges(data, changes));

/**
 * Decides about cards: shown at once, then sent; what the server refuses is brought back with its sentence. `onReturn` is
 * called with the key of a card that an undo has brought back.
 */
export function useDecisions(username: string, onReturn: (cardKey: string) => void) {
  const client = useQueryClient();
  const [news, setNews] = useState(NOTHING);
  useWarningWhile(news.pending > 0);

  const [{ decide, undo }] = useState(() => makeActions(client, setNews));

  return {
    news,
    decide: (card: CandidateCard, members: readonly DiscoveredEntity[], verdict: Verdict) =>
      decide(card, members, verdict, username),
    undo: () => undo(onReturn),
  };
}

function makeActions(client: QueryClient, setNews: Dispatch<SetStateAction<DecisionNews>>) {
  const stack: Done[] = [];

  let timer: ReturnType<typeof setTimeout> | undefined;
  const refreshNumbers = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      for (const what of ['numbers', 'decisions', 'quality'])
        void client.invalidateQueries({ queryKey: [...DISCOVERY, what] });
    }, SETTLES_AFTER_MS);
  };
  const fail = (cardKey: string, title: string, why: string) => {
    setNews((known) => ({ ...known, failures: new Map([...known.failures, [cardKey, why]]) }));
    notify(title, { detail: why, isDestructive: true });
  };
  const record = async (
    verdict: Verdict,
    card: CandidateCard,
    members: readonly DiscoveredEntity[],
    done: Omit<Done, 'isRecorded'>,
  ) => {
    try {
      const { failed } = await inOrder(idsOf(done), () => sendVerdict(verdict, members, done.bulkId));
      if (failed[0] !== undefined) {
        const left = new Map(failed.flatMap(({ id }) => [...done.before].filter(([known]) => known === id)));
        patchCards(client, left);
        fail(card.key, `${leftWords(failed.length, members.length)} left as they were`, failed[0].why);
      }

      return failed.length < members.length;
    } catch (error) {
      // There is nothing to undo.
      stack.splice(0, stack.length, ...stack.filter(({ bulkId }) => bulkId !== done.bulkId));
      patchCards(client, done.before);
      fail(card.key, `“${card.name}” was not changed`, error instanceof Error ? error.message : String(error));

      return false;
    } finally {
      setNews((known) => ({ ...known, pending: known.pending - 1 }));
      refreshNumbers();
    }
  };

  return {
    decide: (card: CandidateCard, members: readonly DiscoveredEntity[], verdict: Verdict, username: string): void => {
      if (members.length === 0) return;
      const after = changesOf(verdict, members, username);
      const sentence = sentenceOf(verdict, card, members.length);
      const done = { cardKey: card.key, sentence, bulkId: newBulkId(), before: asTheyAre(members), after };
      patchCards(client, after);
      countAtOnce(client, members, after);
      setNews(({ failures, pending }) => ({
        latest: { sentence, isUndone: false },
        failures: new Map([...failures].filter(([key]) => key !== card.key)),
        pending: pending + 1,
      }));
      stack.push({ ...done, isRecorded: record(verdict, card, members, done) });
    },
    /** Takes back the latest decision, also one of an earlier visit. */
    undo: async (onReturn: (cardKey: string) => void): Promise<void> => {
      const done = stack.pop();
      if (done === undefined) return inOrder(null, async () => undoEarlier(client));
      patchCards(client, done.before);
      onReturn(done.cardKey);
      setNews((known) => ({ ...known, latest: { sentence: done.sentence, isUndone: true } }));
      try {
        // A decision of later may not come between the two.
        const left = await inOrder(idsOf(done), async () =>
          (await done.isRecorded) ? undoCall(done.bulkId) : undefined,
        );
        if (left !== undefined) notify('Not all of it could be undone', left);
      } catch (error) {
        patchCards(client, done.after);
        fail(
          done.cardKey,
          `“${done.sentence}” could not be undone`,
          error instanceof Error ? error.message : String(error),
        );
      }
      refreshNumbers();

      return undefined;
    },
  };
}

const SETTLES_AFTER_MS = 300;

const idsOf = ({ before }: Pick<Done, 'before'>): readonly string[] => [...before.keys()];

const leftWords = (failed: number, all: number): string =>
  failed === all ? 'The candidates were' : `${counted(failed, 'candidate')} of ${all} were`;

/** Moves the numbers of every view at once; the server's follow. */
function countAtOnce(client: QueryClient, members: readonly DiscoveredEntity[], after: MemberChanges): void {
  const decided = members.filter(({ id, status }) => status === 'pending' && becomes(after, id) !== 'pending').length;
  if (decided === 0) return;
  client.setQueriesData<{ progress: { decided: number; mine: number; pending: number } }>(
    { queryKey: [...DISCOVERY, 'numbers'] },
    (known) =>
      known && {
        ...known,
        progress: {
          decided: known.progress.decided + decided,
          mine: known.progress.mine + decided,
          pending: Math.max(0, known.progress.pending - decided),
        },
      },
  );
}

const becomes = (after: MemberChanges, id: string): CandidateStatus => after.get(id)?.status ?? 'pending';

/** Undoes the latest decision that stands, from the list of the account's decisions. */
async function undoEarlier(client: QueryClient): Promise<void> {
  try {
    const { decisions } = await getDecisions(true);
    const latest = decisions.find(({ isUndone }) => !isUndone);
    if (latest === undefined) return notify('There is nothing to undo');
    const left = await undoCall(latest.correlationId);
    notify('Undone', { detail: left ?? latest.sentence });
    await client.invalidateQueries({ queryKey: DISCOVERY });
  } catch (error) {
    notify('Could not undo it', {
      detail: error instanceof Error ? error.message : String(error),
      isDestructive: true,
    });
  }

  return undefined;
}

/** The browser asks before a page is left whose decisions are still on their way. */
function useWarningWhile(isSending: boolean): void {
  useEffect(() => {
    if (!isSending) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);

    return () => removeEventListener('beforeunload', ask);
  }, [isSending]);
}
