import { useMutation } from '@tanstack/react-query';
import { X } from 'lucide-react';
import * as Dialog from 'radix-ui/dialog';
import { useEffect, useState } from 'react';
import type { RevertBatchPlan } from '@earmark/contracts/history';
import { Button, IconButton } from '../ui/button.tsx';
import { ReasonForm } from './reason-form.tsx';
import { planBatch, useRunBatch } from './history.api.ts';
import type { BatchChoice } from './history.api.ts';

interface BatchUndoProps {
  /** Label of the button that opens the plan. */
  label: string;
  choice: BatchChoice;
}

/** Shows what would be undone and what would not, then undoes it with one click. */
export function BatchUndo({ label, choice }: BatchUndoProps) {
  const [isOpen, setOpen] = useState(false);

  return (
    <Dialog.Root open={isOpen} onOpenChange={setOpen}>
      <Dialog.Trigger asChild>
        <Button>{label}</Button>
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="fade bg-shade fixed inset-0 z-50" />
        <Dialog.Content
          aria-describedby={undefined}
          className="bg-surface shadow-float fixed inset-x-4 top-[8vh] z-60 mx-auto flex max-h-[84dvh] max-w-140 flex-col rounded-md"
        >
          <div className="border-line flex items-center justify-between border-b py-2 pr-2 pl-5">
            <Dialog.Title className="text-[15px] font-semibold">{label}</Dialog.Title>
            <Dialog.Close asChild>
              <IconButton label="Close">
                <X aria-hidden="true" className="size-5" />
              </IconButton>
            </Dialog.Close>
          </div>
          <Planned choice={choice} onClose={() => setOpen(false)} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

// Focusable, so that it can be scrolled with the keyboard.
const BY_TAB = 0;

function Planned({ choice, onClose }: { choice: BatchChoice; onClose: () => void }) {
  const { mutate: ask, data: plan, error } = useMutation({ mutationFn: planBatch });
  const run = useRunBatch();
  const [asked] = useState(choice);

  useEffect(() => ask(asked), [ask, asked]);

  if (plan === undefined)
    return error === null ? (
      <output className="text-ink-soft p-5">Checking what can be undone…</output>
    ) : (
      <div role="alert" className="flex flex-col items-start gap-3 p-5">
        <p className="text-bad wrap-anywhere">{error.message}</p>
        <Button onClick={() => ask(asked)}>Try again</Button>
      </div>
    );

  return (
    <>
      <div tabIndex={BY_TAB} className="min-h-0 overflow-y-auto overscroll-contain p-5 focus-visible:-outline-offset-2">
        <h3 className="font-semibold">Will be undone ({plan.will.length})</h3>
        {plan.will.length === 0 ? (
          <p className="text-ink-soft mt-1">None of this can be undone.</p>
        ) : (
          <Sentences plan={plan} eventIds={plan.will} />
        )}
        {plan.willNot.length > 0 && (
          <>
            <h3 className="mt-4 font-semibold">Will not be undone ({plan.willNot.length})</h3>
            <ul className="mt-1 flex list-disc flex-col gap-1 pl-5">
              {plan.willNot.map(({ eventId, why }) => (
                <li key={eventId} className="text-pretty wrap-anywhere">
                  {plan.sentences[eventId]} <span className="text-ink-soft">{why}</span>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      {plan.will.length > 0 && (
        <div className="border-line border-t px-5 pt-2 pb-4">
          <ReasonForm
            submit={`Undo ${plan.will.length.toLocaleString('en')} ${plan.will.length === 1 ? 'change' : 'changes'}`}
            failure={run.error?.message ?? null}
            isPending={run.isPending}
            onSubmit={(reason) => run.mutate({ undoId: plan.undoId, reason }, { onSuccess: onClose })}
            onCancel={onClose}
          />
        </div>
      )}
    </>
  );
}

const SHOWN_AT_FIRST = 50;

function Sentences({ plan, eventIds }: { plan: RevertBatchPlan; eventIds: readonly string[] }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? eventIds : eventIds.slice(0, SHOWN_AT_FIRST);

  return (
    <>
      <ul className="mt-1 flex list-disc flex-col gap-1 pl-5">
        {shown.map((eventId) => (
          <li key={eventId} className="text-pretty wrap-anywhere">
            {plan.sentences[eventId]}
          </li>
        ))}
      </ul>
      {eventIds.length > shown.length && (
        <Button variant="quiet" onClick={() => setWhole(true)} className="mt-1">
          Show all {eventIds.length.toLocaleString('en')}
        </Button>
      )}
    </>
  );
}
