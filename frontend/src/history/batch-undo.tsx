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
  variant?: 'outline' | 'quiet';
}

/** Shows what would be undone and what would not, then undoes it with one click. */
export function BatchUndo({ label, choice, variant = 'outline' }: BatchUndoProps) {
  const [isOpen, setOpen] = useState(false);

  return (
    <Dialog.Root open={isOpen} onOpenChange={setOpen}>
      <Dialog.Trigger asChild>
        <Button variant={variant} data-revert className={variant === 'quiet' ? 'px-2!' : undefined}>
          {label}
        </Button>
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
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const chosen = plan?.will.filter((eventId) => !left.has(eventId)) ?? [];
  const toggle = (eventId: string) => setLeft((known) => toggled(known, eventId));

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
          <Sentences plan={plan} left={left} onToggle={toggle} />
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
      {chosen.length > 0 && (
        <div className="border-line border-t px-5 pt-2 pb-4">
          <ReasonForm
            submit={`Undo ${chosen.length.toLocaleString('en')} ${chosen.length === 1 ? 'change' : 'changes'}`}
            failure={run.error?.message ?? null}
            isPending={run.isPending}
            onSubmit={(reason) => {
              const eventIds = left.size === 0 ? null : chosen;
              run.mutate({ undoId: plan.undoId, reason, eventIds }, { onSuccess: onClose });
            }}
            onCancel={onClose}
          />
        </div>
      )}
    </>
  );
}

const SHOWN_AT_FIRST = 50;

interface SentencesProps {
  plan: RevertBatchPlan;
  /** What will stay as it is. */
  left: ReadonlySet<string>;
  onToggle: (eventId: string) => void;
}

function Sentences({ plan, left, onToggle }: SentencesProps) {
  const [isWhole, setWhole] = useState(false);
  const { will, sentences } = plan;
  const shown = isWhole ? will : will.slice(0, SHOWN_AT_FIRST);

  return (
    <>
      <ul className="mt-1 flex flex-col">
        {shown.map((eventId) => (
          <li key={eventId}>
            {will.length === 1 ? (
              <p className="text-pretty wrap-anywhere">{sentences[eventId]}</p>
            ) : (
              <label className="flex items-start gap-2.5 py-1 pointer-coarse:py-2.5">
                <input
                  type="checkbox"
                  checked={!left.has(eventId)}
                  onChange={() => onToggle(eventId)}
                  className="accent-accent mt-0.5 size-4 shrink-0"
                />
                <span className="min-w-0 text-pretty wrap-anywhere">{sentences[eventId]}</span>
              </label>
            )}
          </li>
        ))}
      </ul>
      {will.length > shown.length && (
        <Button variant="quiet" onClick={() => setWhole(true)} className="mt-1">
          Show all {will.length.toLocaleString('en')}
        </Button>
      )}
    </>
  );
}

function toggled(known: ReadonlySet<string>, eventId: string): ReadonlySet<string> {
  const next = new Set(known);
  if (!next.delete(eventId)) next.add(eventId);

  return next;
}
