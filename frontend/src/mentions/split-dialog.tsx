import type { EntityPage, SplitSide, SplitView } from '@earmark/contracts/mentions';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import * as Dialog from 'radix-ui/dialog';
import { useState } from 'react';
import { counted } from '../kit/counted.ts';
import { useDebounced } from '../kit/debounced.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { CheckField } from '../ui/check-field.tsx';
import { useReturnFocus } from '../ui/return-focus.ts';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { mentionsOf } from './number-words.ts';
import { PassageChoice, type ChosenPassages } from './passage-choice.tsx';
import { isComplete, splitPreview, useSplit, type Split } from './splitting.api.ts';

interface SplitDialogProps {
  page: Pick<EntityPage, 'entity' | 'podcasts'>;
  categories: readonly { readonly id: string; readonly name: string; readonly displayName: string }[];
  onClose: () => void;
}

const TYPING_MS = 300;

/** Gives mentions of an entity that mean another one an entity of their own. */
export function SplitDialog({ page, categories, onClose }: SplitDialogProps) {
  const returnFocus = useReturnFocus();

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fade bg-shade fixed inset-0 z-40" />
        <Dialog.Content
          {...returnFocus}
          className="sheet bg-surface shadow-float fixed inset-x-0 bottom-0 z-50 mx-auto flex max-h-[92dvh] max-w-180 flex-col rounded-t-xl sm:inset-x-4 sm:top-[6vh] sm:bottom-auto sm:max-h-[88vh] sm:rounded-md"
        >
          <div className="border-line flex shrink-0 items-start justify-between gap-2 border-b py-2 pr-2 pl-4">
            <div className="min-w-0 py-1">
              <Dialog.Title className="text-[15px] font-semibold wrap-anywhere">
                Split “{page.entity.name}”
              </Dialog.Title>
              <Dialog.Description className="text-ink-soft text-[13px]">
                Mentions that mean something else get an entity of their own. You can undo that at any time.
              </Dialog.Description>
            </div>
            <Dialog.Close asChild>
              <IconButton label="Close splitting">
                <X aria-hidden="true" className="size-5" />
              </IconButton>
            </Dialog.Close>
          </div>
          <SplitForm page={page} categories={categories} onClose={onClose} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function SplitForm({ page: { entity, podcasts }, categories, onClose }: SplitDialogProps) {
  const [podcastUuids, setPodcasts] = useState<readonly string[]>([]);
  const [passages, setPassages] = useState<ChosenPassages>(new Map());
  const [name, setName] = useState('');
  const [typeId, setTypeId] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const entityTypeId = typeId ?? categories.find((one) => one.name === entity.type)?.id ?? categories[0]?.id ?? '';
  const chosen = podcasts.filter(({ uuid }) => podcastUuids.includes(uuid));
  const split: Split = {
    name: name.trim(),
    entityTypeId,
    podcastUuids: [...podcastUuids],
    // Those of a chosen podcast go with it.
    segments: [...passages.values()]
      .filter(({ podcastSlug }) => !chosen.some(({ slug }) => slug === podcastSlug))
      .map(({ episodeUuid, segmentId }) => ({ episodeUuid, segmentId })),
  };
  const { mutate, isPending } = useSplit(entity.id, onClose);
  const isReady = isComplete(split) && entityTypeId !== '';

  return (
    <form
      aria-label="Split"
      className="flex min-h-56 flex-col gap-4 overflow-y-auto overscroll-contain p-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && !isPending) mutate({ ...split, reason: reason.trim() || null });
      }}
    >
      <fieldset className="flex flex-col">
        <legend className="font-semibold">Whole podcasts</legend>
        <p className="text-ink-soft text-[13px]">New episodes of a podcast go with it.</p>
        {podcasts.map(({ uuid, name: podcast, count, episodes }) => (
          <CheckField
            key={uuid}
            label={`${podcast}: ${mentionsOf(count)} in ${counted(episodes, 'episode')}`}
            value={podcastUuids.includes(uuid)}
            onChange={(isChosen) =>
              setPodcasts(isChosen ? [...podcastUuids, uuid] : podcastUuids.filter((one) => one !== uuid))
            }
          />
        ))}
      </fieldset>
      <PassageChoice
        entity={entity.slug}
        without={chosen.map(({ slug }) => slug)}
        chosen={passages}
        onChange={setPassages}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          label="Name of the other entity"
          value={name}
          onChange={setName}
          maxLength={200}
          required
          autoComplete="off"
        />
        <SelectField
          label="Category"
          value={entityTypeId}
          options={categories.map(({ id, displayName }) => ({ value: id, label: displayName }))}
          onChange={setTypeId}
        />
      </div>
      <Preview id={entity.id} split={split} />
      <TextField label="Reason (optional)" value={reason} onChange={setReason} maxLength={500} />
      <div className="bg-surface border-line sticky -bottom-4 -mx-4 -mb-4 flex flex-wrap justify-end gap-2 border-t px-4 py-3">
        <Button type="submit" variant="solid" aria-disabled={!isReady || isPending}>
          {isPending ? 'Splitting…' : split.name === '' ? 'Split off' : `Split off “${split.name}”`}
        </Button>
      </div>
    </form>
  );
}

function Preview({ id, split }: { id: string; split: Split }) {
  // By value: the same choice made anew asks nothing again.
  const settled = useDebounced(JSON.stringify(split), TYPING_MS);
  const { data, error } = useQuery(splitPreview(id, JSON.parse(settled) as Split));
  if (!isComplete(split))
    return <p className="text-ink-soft">Choose a podcast or passages, and a name, to see what changes.</p>;
  if (error)
    return (
      <p role="alert" className="text-bad">
        {error.message}
      </p>
    );

  return (
    <section aria-live="polite" aria-label="What changes" className="min-h-12">
      {data ? <Numbers view={data} /> : <p className="text-ink-soft">Counting…</p>}
    </section>
  );
}

function Numbers({ view: { from, into, existing } }: { view: SplitView }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
      <Side side={from} note={from.after.mentions === 0 ? 'nothing is left' : null} />
      <Side side={into} note={existing === null ? 'new' : 'exists already and gets them too'} />
    </dl>
  );
}

function Side({ side: { name, before, after }, note }: { side: SplitSide; note: string | null }) {
  return (
    <>
      <dt className="font-semibold wrap-anywhere">{name}</dt>
      <dd className="tabular-nums">
        {before.mentions} → {mentionsOf(after.mentions)}, {before.episodes} → {counted(after.episodes, 'episode')}
        {note !== null && <span className="text-ink-soft"> ({note})</span>}
      </dd>
    </>
  );
}
