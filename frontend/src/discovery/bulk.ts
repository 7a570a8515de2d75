import { DecisionAnswer } from '@earmark/contracts/discovery';
import type { ApprovalScope, RejectionScope } from '@earmark/contracts/discovery';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { undoCall } from '../history/history.api.ts';
import { sendJson } from '../kit/api.ts';
import { counted } from '../kit/counted.ts';
import { notify } from '../ui/toast.tsx';
import { patchCards } from './decisions.ts';
import { CANDIDATES, DISCOVERY } from './discovery.api.ts';
import { newBulkId } from './verdict.ts';

export interface BulkOrder {
  readonly kind: 'approve' | 'reject';
  readonly ids: readonly string[];
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
const WORDS = { approve: 'approved', reject: 'rejected' } as const;

/** Decides about many candidates in chunks, as one decision: one undo takes all of them back. `progress` is null when none runs. */
export function useBulk(username: string) {
  const client = useQueryClient();
  const [progress, setProgress] = useState<BulkProgress | null>(null);
  const isStopped = useRef(false);

  const run = async ({ kind, ids, scope }: BulkOrder): Promise<void> => {
    const bulkId = newBulkId();
    const left: DecisionAnswer['failed'] = [];
    let done = 0;
    let changed = 0;
    let failure: string | null = null;
    isStopped.current = false;
    setProgress({ kind, done, total: ids.length, isStopping: false });
    try {
      while (done < ids.length && !isStopped.current) {
        const chunk = ids.slice(done, done + CHUNK);
        const answer = await sendJson('POST', `${CANDIDATES}/bulk-${kind}`, DecisionAnswer, {
          entityIds: chunk,
          scope,
          bulkId,
        });
        const refused = new Set(answer.failed.map(({ id }) => id));
        const reviewed = { reviewedBy: username, reviewedAt: new Date().toISOString() };
        patchCards(
          client,
          new Map(chunk.filter((id) => !refused.has(id)).map((id) => [id, { ...reviewed, status: WORDS[kind] }])),
        );
        left.push(...answer.failed);
        changed += answer.changed;
        done += chunk.length;
        setProgress((known) => known && { ...known, done });
      }
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error);
    }
    setProgress(null);
    await client.invalidateQueries({ queryKey: DISCOVERY, predicate: ({ queryKey }) => queryKey[1] !== 'cards' });
    notify(`${counted(changed, 'candidate')} ${WORDS[kind]}`, {
      detail: detailOf(left, ids.length - done, failure),
      isDestructive: failure !== null,
      isUndoneAnywhere: true,
      undo: changed === 0 ? undefined : () => void undoBulk(bulkId),
    });
  };

  const undoBulk = async (bulkId: string): Promise<void> => {
    notify('Undoing…');
    try {
      notify('Undone', { detail: await undoCall(bulkId) });
    } catch (error) {
      notify('Could not undo it', {
        detail: error instanceof Error ? error.message : String(error),
        isDestructive: true,
      });
    }
    await client.invalidateQueries({ queryKey: DISCOVERY });
  };

  return {
    progress,
    run,
    stop: () => {
      isStopped.current = true;
      setProgress((known) => known && { ...known, isStopping: true });
    },
  };
}

/** What was not done, and why. */
function detailOf(left: DecisionAnswer['failed'], notSent: number, failure: string | null): string | undefined {
  const sentences = [
    left[0] && `${counted(left.length, 'candidate')} left as they were. ${left[0].why}`,
    failure ?? undefined,
    notSent > 0 ? `${counted(notSent, 'candidate')} not sent.` : undefined,
  ].filter((sentence) => sentence !== undefined);

  return sentences.length === 0 ? undefined : sentences.join(' ');
}
