import type { ReviewDecision } from '@earmark/contracts/discovery';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Undo2, X } from 'lucide-react';
import * as Dialog from 'radix-ui/dialog';
import { useState } from 'react';
import { undoCall } from '../history/history.api.ts';
import { counted } from '../kit/counted.ts';
import { formatMoment } from '../kit/date.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { Choice } from '../ui/choice.tsx';
import { Failure } from '../ui/failure.tsx';
import { Fetched, LoadingFailed } from '../ui/fetched.tsx';
import { NextPage } from '../ui/more-button.tsx';
import { Notice } from '../ui/notice.tsx';
import { useReturnFocus } from '../ui/return-focus.ts';
import { RowSkeletons } from '../ui/skeleton.tsx';
import { DISCOVERY, reviewDecisions } from './discovery.api.ts';

const OWNERS = [
  { value: 'mine', label: 'Mine' },
  { value: 'all', label: 'Everybody’s' },
] as const;

/** Every decision, newest first, beside the queue; each can be taken back on any day. */
export function DecisionList({ onClose }: { onClose: () => void }) {
  const returnFocus = useReturnFocus();
  const [whose, setWhose] = useState<'mine' | 'all'>('mine');
  const query = useInfiniteQuery(reviewDecisions(whose === 'mine'));

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fade bg-shade fixed inset-0 z-40" />
        <Dialog.Content
          aria-describedby={undefined}
          {...returnFocus}
          className="sheet bg-surface shadow-float fixed inset-y-0 right-0 z-50 flex w-full flex-col sm:max-w-120"
        >
          <div className="border-line flex items-center justify-between gap-2 border-b py-2 pr-2 pl-4">
            <Dialog.Title className="text-[15px] font-semibold">Decisions</Dialog.Title>
            <div className="flex items-center gap-2">
              <Choice label="Whose decisions" value={whose} options={OWNERS} onChange={setWhose} />
              <Dialog.Close asChild>
                <IconButton label="Close decisions">
                  <X aria-hidden="true" className="size-5" />
                </IconButton>
              </Dialog.Close>
            </div>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
            <Fetched
              query={query}
              pending={<RowSkeletons label="Loading decisions" rows={6} />}
              failed={<LoadingFailed query={query} title="Error loading decisions" />}
              isEmpty={({ pages }) => pages.every(({ decisions }) => decisions.length === 0)}
              empty={<Notice title="No decisions yet">What you approve, reject or correct is listed here.</Notice>}
            >
              {({ pages }) => (
                <>
                  <ol aria-label="Decisions" className="divide-line divide-y">
                    {pages
                      .flatMap(({ decisions }) => decisions)
                      .map((decision) => (
                        <li
                          key={decision.correlationId}
                          className="[contain-intrinsic-size:auto_64px] [content-visibility:auto]"
                        >
                          <Row decision={decision} isMine={whose === 'mine'} />
                        </li>
                      ))}
                  </ol>
                  <NextPage query={query} />
                </>
              )}
            </Fetched>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Row({ decision, isMine }: { decision: ReviewDecision; isMine: boolean }) {
  const { correlationId, at, actor, sentence, count, isUndone } = decision;
  const client = useQueryClient();
  const undo = useMutation({
    mutationFn: () => undoCall(correlationId),
    onSettled: () => client.invalidateQueries({ queryKey: DISCOVERY }),
  });

  return (
    <div className="flex items-start gap-3 px-4 py-3">
      <div className="min-w-0 flex-1">
        <p className={`text-pretty wrap-anywhere ${isUndone ? 'text-ink-faint line-through' : ''}`}>{sentence}</p>
        <p className="text-ink-soft text-[13px] tabular-nums">
          {formatMoment(at)}
          {!isMine && ` · ${actor}`}
          {count > 1 && ` · ${counted(count, 'candidate')}`}
        </p>
        {undo.error !== null && <Failure message={`Could not undo it. ${undo.error.message}`} className="mt-1" />}
        {undo.data !== undefined && <p className="text-warn mt-1 text-[13px] text-pretty">{undo.data}</p>}
      </div>
      {isUndone ? (
        <Badge>Undone</Badge>
      ) : (
        <Button
          aria-disabled={undo.isPending}
          aria-label={`Undo: ${sentence}`}
          onClick={() => !undo.isPending && undo.mutate()}
        >
          <Undo2 aria-hidden="true" className="size-4" />
          {undo.isPending ? 'Undoing…' : 'Undo'}
        </Button>
      )}
    </div>
  );
}
