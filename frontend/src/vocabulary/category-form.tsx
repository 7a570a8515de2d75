import { typeName, type EntityTypeView } from '@earmark/contracts/vocabulary';
import { useEffect, useRef, useState } from 'react';
import { useStored, type Stored } from '../kit/stored.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/text-field.tsx';
import { notify } from '../ui/toast.tsx';
import { CategoryChip } from './category-chip.tsx';
import { HuePicker } from './hue-picker.tsx';
import { IconPicker } from './icon-picker.tsx';
import { NEW_CATEGORY, type CategoryDraft } from './kept-category.ts';
import { MISSING_FIELDS } from './pattern-draft.ts';
import { useCreateEntityType } from './vocabulary.api.ts';

interface CategoryFormProps {
  /** Where this tab keeps what is typed until it is added or given up. */
  kept: Stored<CategoryDraft>;
  /** `name` as stored. */
  onCreated: (name: string) => void;
  onCancel: () => void;
}

/** Adds a category. The display name follows the typed name until it is edited. */
export function CategoryForm({ kept, onCreated, onCancel }: CategoryFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const draft = useStored(kept) ?? NEW_CATEGORY;
  const { name: typed, displayName: ownDisplayName, iconName, colorClass } = draft;
  const set = (change: Partial<CategoryDraft>) => kept.write({ ...draft, ...change });
  const [isChecked, setChecked] = useState(false);
  const { mutate, isPending } = useCreateEntityType();
  const name = typeName(typed);
  const displayName = (ownDisplayName ?? typed).trim();
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const submit = () => {
    setChecked(true);
    const onSuccess = (created: EntityTypeView) => {
      kept.write(null);
      onCreated(created.name);
    };
    if (name !== '' && displayName !== '') return mutate({ name, displayName, iconName, colorClass }, { onSuccess });
    notify(MISSING_FIELDS);
    form.current?.querySelector<HTMLInputElement>(name === '' ? '[name=name]' : '[name=displayName]')?.focus();
  };

  return (
    <form
      ref={form}
      noValidate
      aria-label="Add category"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending) submit();
      }}
      className="bg-surface border-line flex flex-col gap-4 rounded-md border p-4"
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-[15px] font-semibold">Add category</h2>
        <p className="text-ink-faint flex items-center gap-2 text-[13px]">
          Shown as
          <CategoryChip iconName={iconName} colorClass={colorClass}>
            {displayName || 'Display Name'}
          </CategoryChip>
        </p>
      </div>
      <div className="grid gap-4 sm:grid-cols-3">
        <TextField
          label="Name"
          name="name"
          required
          maxLength={60}
          value={typed}
          onChange={(value) => set({ name: value })}
          hint={name !== '' && name !== typed ? `Kept as ${name}` : 'Lower case, underscores for spaces'}
          fault={isChecked && name === '' ? 'A category needs a name.' : null}
        />
        <TextField
          label="Display Name"
          name="displayName"
          required
          maxLength={80}
          value={ownDisplayName ?? typed}
          onChange={(value) => set({ displayName: value })}
          fault={isChecked && displayName === '' ? 'A category needs a display name.' : null}
        />
        <IconPicker value={iconName} onChange={(value) => set({ iconName: value })} />
      </div>
      <HuePicker value={colorClass} onChange={(value) => set({ colorClass: value })} />
      <div className="flex gap-2">
        <Button type="submit" variant="solid" aria-disabled={isPending}>
          {isPending ? 'Adding…' : 'Add category'}
        </Button>
        <Button
          onClick={() => {
            kept.write(null);
            onCancel();
          }}
        >
          Cancel
        </Button>
      </div>
    </form>
  );
}
