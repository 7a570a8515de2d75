import { DEFAULT_COLOR_CLASS, DEFAULT_ICON_NAME, typeName } from '@earmark/contracts/vocabulary';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/text-field.tsx';
import { notify } from '../ui/toast.tsx';
import { CategoryChip } from './category-chip.tsx';
import { HuePicker } from './hue-picker.tsx';
import { IconPicker } from './icon-picker.tsx';
import { MISSING_FIELDS } from './pattern-draft.ts';
import { useCreateEntityType } from './vocabulary.api.ts';

interface CategoryFormProps {
  /** `name` as stored. */
  onCreated: (name: string) => void;
  onCancel: () => void;
}

/** Adds a category. The display name follows the typed name until it is edited. */
export function CategoryForm({ onCreated, onCancel }: CategoryFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState('');
  const [ownDisplayName, setOwnDisplayName] = useState<string | null>(null);
  const [iconName, setIconName] = useState(DEFAULT_ICON_NAME);
  const [colorClass, setColorClass] = useState<string>(DEFAULT_COLOR_CLASS);
  const [isChecked, setChecked] = useState(false);
  const { mutate, isPending } = useCreateEntityType();
  const name = typeName(typed);
  const displayName = (ownDisplayName ?? typed).trim();
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const submit = () => {
    setChecked(true);
    if (name !== '' && displayName !== '')
      return mutate({ name, displayName, iconName, colorClass }, { onSuccess: (created) => onCreated(created.name) });
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
          onChange={setTyped}
          hint={name !== '' && name !== typed ? `Kept as ${name}` : 'Lower case, underscores for spaces'}
          fault={isChecked && name === '' ? 'A category needs a name.' : null}
        />
        <TextField
          label="Display Name"
          name="displayName"
          required
          maxLength={80}
          value={ownDisplayName ?? typed}
          onChange={setOwnDisplayName}
          fault={isChecked && displayName === '' ? 'A category needs a display name.' : null}
        />
        <IconPicker value={iconName} onChange={setIconName} />
      </div>
      <HuePicker value={colorClass} onChange={setColorClass} />
      <div className="flex gap-2">
        <Button type="submit" variant="solid" aria-disabled={isPending}>
          {isPending ? 'Adding…' : 'Add category'}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}
