import { DEFAULT_COLOR_CLASS, DEFAULT_ICON_NAME, typeName } from '@earmark/contracts/vocabulary';
import type { EntityTypeView } from '@earmark/contracts/vocabulary';
import * as Dialog from 'radix-ui/dialog';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { useReturnFocus } from '../ui/return-focus.ts';
import { TextField } from '../ui/text-field.tsx';
import { CategoryChip } from '../vocabulary/category-chip.tsx';
import { HuePicker } from '../vocabulary/hue-picker.tsx';
import { IconPicker } from '../vocabulary/icon-picker.tsx';
import { useCreateEntityType } from '../vocabulary/vocabulary.api.ts';

interface NewTypeDialogProps {
  /** What the model called it. */
  proposed: string;
  onCreated: (created: EntityTypeView) => void;
  onClose: () => void;
}

/** Creates a category without leaving the queue. */
export function NewTypeDialog({ proposed, onCreated, onClose }: NewTypeDialogProps) {
  const returnFocus = useReturnFocus();
  const [typed, setTyped] = useState(proposed);
  const [ownDisplayName, setOwnDisplayName] = useState<string | null>(null);
  const [iconName, setIconName] = useState(DEFAULT_ICON_NAME);
  const [colorClass, setColorClass] = useState<string>(DEFAULT_COLOR_CLASS);
  const { mutate, isPending } = useCreateEntityType();
  const name = typeName(typed);
  const displayName = (ownDisplayName ?? typed).trim();
  const isComplete = name !== '' && displayName !== '';

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fade bg-shade fixed inset-0 z-40" />
        <Dialog.Content
          aria-describedby={undefined}
          {...returnFocus}
          className="bg-surface shadow-float fixed inset-x-4 top-[8vh] z-50 mx-auto max-h-[84dvh] max-w-140 overflow-y-auto rounded-md p-5"
        >
          <Dialog.Title className="text-[15px] font-semibold">Create New Entity Type</Dialog.Title>
          <form
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              event.stopPropagation();
              if (isComplete && !isPending)
                mutate({ name, displayName, iconName, colorClass }, { onSuccess: onCreated });
            }}
            className="mt-4 flex flex-col gap-4"
          >
            <div className="grid gap-4 sm:grid-cols-2">
              <TextField
                label="Type Name"
                required
                maxLength={60}
                value={typed}
                onChange={setTyped}
                hint={name !== '' && name !== typed ? `Kept as ${name}` : 'Lower case, underscores for spaces'}
              />
              <TextField
                label="Display Name"
                required
                maxLength={80}
                value={ownDisplayName ?? typed}
                onChange={setOwnDisplayName}
              />
            </div>
            <IconPicker value={iconName} onChange={setIconName} />
            <HuePicker value={colorClass} onChange={setColorClass} />
            <p className="text-ink-faint flex items-center gap-2 text-[13px]">
              Shown as
              <CategoryChip iconName={iconName} colorClass={colorClass}>
                {displayName || 'Display Name'}
              </CategoryChip>
            </p>
            <div className="flex justify-end gap-2">
              <Button onClick={onClose}>Cancel</Button>
              <Button type="submit" variant="solid" disabled={!isComplete || isPending}>
                {isPending ? 'Creating…' : 'Create Type'}
              </Button>
            </div>
          </form>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
