import { CandidateStatus, DecisionAnswer } from '@earmark/contracts/discovery';
import type { ApprovalScope, RejectionScope } from '@earmark/contracts/discovery';
import type { QueryClient } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { undoCall } from '../history/history.api.ts';
import { sendJson } from '../kit/api.ts';
import { counted } from '../kit/counted.ts';
import { notify } from '../ui/toast.tsx';
import { patchCards } from './decisions.ts';
import { CANDIDATES, DISCOVERY } from './discovery.api.ts';
import type { Picked } from './use-selection.ts';
import { newBulkId } from './verdict.ts';

export interface BulkOrder {
  readonly kind: 'approve' | 'reject';
  readonly picked: readonly Picked[];
  readonly scope: ApprovalScope | RejectionScope;
}

export interface BulkProgress {
  readonly kind: BulkOrder['kind'];
  readonly done: number;
  readonly total: number;
  readonly isStopping: boolean;
}

/** A call waits until its changes are shown, so many short calls show how far it is. */
const CHUNK = 50;
export const OUTCOMES = { approve: 'approved', reject: 'rejected' } as const;

/** Decides about many candidates in chunks, as one decision: one undo takes all of them back. `progress` is null when none runs. */
export function useBulk(username: string) {
  const client = useQueryClient();
  const [progress, setProgress] = useState<BulkProgress | null>(null);
  const isStopped = useRef(false);

  return {
    progress,
    run: async (order: BulkOrder): Promise<void> => {
      isStopped.current = false;
      setProgress({ kind: order.kind, done: 0, total: order.picked.length, isStopping: false });
      const bulkId = newBulkId();
      const outcome = await sendChunks(order, bulkId, {
        isStopped: () => isStopped.current,
        onChunk: (decided, done) => {
          const reviewed = { reviewedBy: username, reviewedAt: new Date().toISOString(), status: OUTCOMES[order.kind] };
          patchCards(client, new Map(decided.map((id) => [id, reviewed])));
          setProgress((known) => known && { ...known, done });
        },
      });
      setProgress(null);
      await client.invalidateQueries({ queryKey: DISCOVERY, predicate: ({ queryKey }) => queryKey[1] !== 'cards' });
      notify(`${counted(outcome.changed, 'candidate')} ${OUTCOMES[order.kind]}`, {
        detail: detailOf(outcome),
        isDestructive: outcome.failure !== null,
        isUndoneAnywhere: true,
        undo: outcome.changed === 0 ? undefined : () => void undoBulk(client, bulkId),
      });
    },
    stop: () => {
      isStopped.current = true;
      setProgress((known) => known && { ...known, isStopping: true });
    },
  };
}

interface BulkOutcome {
  readonly changed: number;
  /** What the server left as it was. */
  readonly left: DecisionAnswer['failed'];
  readonly notSent: number;
  readonly failure: string | null;
}

interface BulkWatch {
  isStopped: () => boolean;
  /** After every chunk: what it changed, and how many were sent so far. */
  onChunk: (decided: readonly string[], done: number) => void;
}

/** Sends one chunk after the other until it is stopped or one fails. */
async function sendChunks({ kind, picked, scope }: BulkOrder, bulkId: string, watch: BulkWatch): Promise<BulkOutcome> {
  const left: DecisionAnswer['failed'] = [];
  let done = 0;
  let changed = 0;
  try {
    for (const { status, entityIds } of chunksOf(picked)) {
      if (watch.isStopped()) break;
      const body = { entityIds, scope, expectedStatus: status, bulkId };
      const answer = await sendJson('POST', `${CANDIDATES}/bulk-${kind}`, DecisionAnswer, body);
      const refused = new Set(answer.failed.map(({ id }) => id));
      left.push(...answer.failed);
      changed += answer.changed;
      done += entityIds.length;
      watch.onChunk(
        entityIds.filter((id) => !refused.has(id)),
        done,
      );
    }
  } catch (error) {
    return {
      changed,
      left,
      notSent: picked.length - done,
      failure: error instanceof Error ? error.message : String(error),
    };
  }

  return { changed, left, notSent: picked.length - done, failure: null };
}

/** What somebody else decided since it was seen is left as it is, so a chunk has candidates of one status. */
const chunksOf = (picked: readonly Picked[]) =>
  CandidateStatus.options.flatMap((status) => {
    const ids = picked.filter((one) => one.status === status).map(({ id }) => id);

    return Array.from({ length: Math.ceil(ids.length / CHUNK) }, (_, at) => ({
      status,
      entityIds: ids.slice(at * CHUNK, (at + 1) * CHUNK),
    }));
  });

/** Those that the decision changes. */
export const concernedBy = (kind: BulkOrder['kind'], picked: readonly Picked[]): readonly Picked[] =>
  picked.filter(({ status }) => status !== OUTCOMES[kind]);

async function undoBulk(client: QueryClient, bulkId: string): Promise<void> {
  notify('Undoing…');
  try {
    notify('Undone', { detail: await undoCall(bulkId, { isShown: true }) });
  } catch (error) {
    notify('Could not undo it', {
      detail: error instanceof Error ? error.message : String(error),
      isDestructive: true,
    });
  }
  await client.invalidateQueries({ queryKey: DISCOVERY });
}

/** What was not done, and why. */
function detailOf({ left, notSent, failure }: BulkOutcome): string | undefined {
  const sentences = [
    left[0] &&
      `${counted(left.length, 'candidate')} left as ${left.length === 1 ? 'it was' : 'they were'}. ${left[0].why}`,
    failure ?? undefined,
    notSent > 0 ? `${counted(notSent, 'candidate')} not sent.` : undefined,
  ].filter((sentence) => sentence !== undefined);

  return sentences.length === 0 ? undefined : sentences.join(' ');
}
