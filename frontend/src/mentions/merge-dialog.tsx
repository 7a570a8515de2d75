import type { EntityView, MergeAnswer, MergeSide, MergeView } from '@earmark/contracts/mentions';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeftRight, X } from 'lucide-react';
import * as Dialog from 'radix-ui/dialog';
import { useState } from 'react';
import { counted } from '../kit/counted.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Fetched, LoadingFailed } from '../ui/fetched.tsx';
import { hueOf } from '../ui/hue.ts';
import { NamedIcon } from '../ui/named-icon.tsx';
import { useReturnFocus } from '../ui/return-focus.ts';
import { RowSkeletons } from '../ui/skeleton.tsx';
import { TextField } from '../ui/text-field.tsx';
import { EntityChoiceField } from './entity-choice-field.tsx';
import { mergeComparison, useMerge } from './merging.api.ts';
import { mentionsOf } from './number-words.ts';
import { Passage } from './passage.tsx';
import type { PassageActions } from './passage.tsx';

type Named = Pick<EntityView, 'id' | 'name'>;

interface MergeDialogProps {
  from: Named;
  /** Null: it has to be chosen. */
  into: Named | null;
  actionsOf: (entityName: string) => PassageActions;
  onMerged: (answer: MergeAnswer) => void;
  onClose: () => void;
}

/** Shows two entities side by side before the one is merged into the other. */
export function MergeDialog({ from, into, actionsOf, onMerged, onClose }: MergeDialogProps) {
  const [chosen, setChosen] = useState<Named | null>(into);
  const [isSwapped, setSwapped] = useState(false);
  const returnFocus = useReturnFocus();

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fade bg-shade fixed inset-0 z-40" />
        <Dialog.Content
          {...returnFocus}
          className="sheet bg-surface shadow-float fixed inset-x-0 bottom-0 z-50 mx-auto flex max-h-[92dvh] max-w-220 flex-col rounded-t-xl sm:inset-x-4 sm:top-[6vh] sm:bottom-auto sm:max-h-[88vh] sm:rounded-md"
        >
          <div className="border-line flex shrink-0 items-start justify-between gap-2 border-b py-2 pr-2 pl-4">
            <div className="min-w-0 py-1">
              <Dialog.Title className="text-[15px] font-semibold wrap-anywhere">Merge “{from.name}”</Dialog.Title>
              <Dialog.Description className="text-ink-soft text-[13px]">
                Two entities that mean the same count as one. You can undo that at any time.
              </Dialog.Description>
            </div>
            <Dialog.Close asChild>
              <IconButton label="Close merging">
                <X aria-hidden="true" className="size-5" />
              </IconButton>
            </Dialog.Close>
          </div>
          <div className="flex min-h-56 flex-col gap-4 overflow-y-auto overscroll-contain p-4">
            {into === null && (
              <EntityChoiceField
                label={`Merge “${from.name}” with`}
                except={from.id}
                onChoose={(entity) => setChosen(entity)}
              />
            )}
            {chosen !== null && (
              <Comparison
                from={isSwapped ? chosen : from}
                into={isSwapped ? from : chosen}
                actionsOf={actionsOf}
                onSwap={() => setSwapped(!isSwapped)}
                onMerged={(answer) => {
                  onClose();
                  onMerged(answer);
                }}
              />
            )}
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface ComparisonProps extends Pick<MergeDialogProps, 'actionsOf' | 'onMerged'> {
  from: Named;
  into: Named;
  onSwap: () => void;
}

function Comparison({ from, into, actionsOf, onSwap, onMerged }: ComparisonProps) {
  const query = useQuery(mergeComparison(from.id, into.id));

  return (
    <Fetched
      query={query}
      pending={<RowSkeletons label="Comparing the entities" rows={3} />}
      failed={<LoadingFailed query={query} title="These two cannot be merged" />}
    >
      {(view) => <Sides view={view} actionsOf={actionsOf} onSwap={onSwap} onMerged={onMerged} />}
    </Fetched>
  );
}

function Sides({ view, actionsOf, onSwap, onMerged }: { view: MergeView } & Omit<ComparisonProps, 'from' | 'into'>) {
  const { from, into, overlap, total } = view;
  const [reason, setReason] = useState('');
  const { mutate, isPending } = useMerge(onMerged);

  return (
    <form
      aria-label="Merge"
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending) mutate({ from: from.entity.id, into: into.entity.id, reason: reason.trim() });
      }}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <Side title="Becomes an alias" side={from} actions={actionsOf(from.entity.name)} />
        <Side title="Stays" side={into} actions={actionsOf(into.entity.name)} />
      </div>
      <p className="text-pretty">
        As one: <strong className="tabular-nums">{mentionsOf(total.mentions)}</strong> in{' '}
        {counted(total.episodes, 'episode')}
        {overlap.mentions > 0 &&
          `; ${counted(overlap.mentions, 'passage')} with both ${overlap.mentions === 1 ? 'counts' : 'count'} once`}
        . “{from.entity.name}” stays an alias, and links to it lead to “{into.entity.name}”.
      </p>
      <TextField label="Reason (optional)" value={reason} onChange={setReason} maxLength={500} />
      <div className="bg-surface border-line sticky -bottom-4 -mx-4 -mb-4 flex flex-wrap justify-between gap-2 border-t px-4 py-3">
        <Button onClick={onSwap}>
          <ArrowLeftRight aria-hidden="true" className="size-4" />
          Keep “{from.entity.name}” instead
        </Button>
        <Button type="submit" variant="solid" aria-disabled={isPending}>
          {isPending ? 'Merging…' : `Merge into “${into.entity.name}”`}
        </Button>
      </div>
    </form>
  );
}

function Side({ title, side, actions }: { title: string; side: MergeSide; actions: PassageActions }) {
  const { entity, mentions, episodes, contexts } = side;

  return (
    <section
      aria-label={`${title}: ${entity.name}`}
      data-hue={hueOf(entity.colorClass)}
      className="border-line flex min-w-0 flex-col gap-2 rounded-md border p-3"
    >
      <p className="text-ink-soft text-[13px]">{title}</p>
      <div className="flex items-start gap-2">
        <span className="chip mt-0.5 flex size-6 shrink-0 items-center justify-center rounded">
          <NamedIcon name={entity.iconName} className="size-3.5" />
        </span>
        <div className="min-w-0">
          <h3 className="font-semibold wrap-anywhere">{entity.name}</h3>
          <p className="text-ink-soft text-[13px] tabular-nums">
            {entity.type.replaceAll('_', ' ')} · {mentionsOf(mentions)} in {counted(episodes, 'episode')}
          </p>
        </div>
      </div>
      {contexts.map((passage) => (
        <Passage key={passage.segmentId} passage={passage} {...actions} />
      ))}
      {contexts.length === 0 && <p className="text-ink-soft text-[13px]">No transcript mentions it yet.</p>}
    </section>
  );
}
