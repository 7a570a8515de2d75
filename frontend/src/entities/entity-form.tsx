import type { EpisodePage } from '@earmark/contracts/episodes';
import { DEFAULT_COLOR_CLASS, DEFAULT_CUSTOM_ICON_NAME } from '@earmark/contracts/vocabulary';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { notify } from '../ui/toast.tsx';
import { HuePicker } from '../vocabulary/hue-picker.tsx';
import { IconPicker } from '../vocabulary/icon-picker.tsx';
import { counted, mentionOf } from './counted-entities.ts';
import { errorOf, sameKey } from './entity-draft.ts';
import type { EntityFields, EntityRow, Fault } from './entity-draft.ts';
import { findType, useTypeOptions } from './entity-types.ts';

interface EntityFormProps {
  page: EpisodePage;
  rows: readonly EntityRow[];
  /** Null to add one. */
  edited: EntityRow | null;
  /** The entity it replaces, whose name it may therefore have; null for none. */
  replaced: Pick<EntityFields, 'name' | 'type'> | null;
  onSubmit: (fields: EntityFields) => void;
  onCancel: () => void;
}

// Cannot clash with a category: names have no surrounding white space.
const CUSTOM = ' custom';
const NONE = '';

/** Adds or edits an entity. Use a different key for each entity. */
export function EntityForm({ page, rows, edited, replaced, onSubmit, onCancel }: EntityFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const options = useTypeOptions(rows);
  const [name, setName] = useState(edited?.name ?? '');
  const [type, setType] = useState(edited?.type ?? NONE);
  const [customType, setCustomType] = useState('');
  const [iconName, setIconName] = useState(DEFAULT_CUSTOM_ICON_NAME);
  const [colorClass, setColorClass] = useState<string>(DEFAULT_COLOR_CLASS);
  const [url, setUrl] = useState(edited?.url ?? '');
  const [fault, setFault] = useState<Fault | null>(null);
  const isCustom = type === CUSTOM;
  const isEditing = edited !== null;

  useEffect(() => {
    if (!isEditing) return;
    form.current?.querySelector('input')?.focus();
    form.current?.scrollIntoView({ block: 'nearest' });
  }, [isEditing]);

  const typedFields = (): EntityFields => {
    const typed = (isCustom ? customType : type).trim();
    const known = findType(options, typed);
    const look = known ?? { name: typed, iconName, colorClass };

    return {
      name: name.trim(),
      type: look.name,
      url: url.trim() === '' ? null : url.trim(),
      iconName: look.iconName,
      colorClass: look.colorClass,
    };
  };
  const submit = () => {
    const fields = typedFields();
    const found = errorOf(
      fields,
      rows.filter((row) => row.key !== edited?.key && (replaced === null || sameKey(row) !== sameKey(replaced))),
    );
    setFault(found);
    if (found !== null) {
      notify(found.sentence);
      const field = found.field === 'type' && isCustom ? 'customType' : found.field;
      return form.current?.querySelector<HTMLElement>(`[name=${field}], [data-field=${field}] select`)?.focus();
    }
    onSubmit(fields);
    setName('');
    setUrl('');
    form.current?.querySelector('input')?.focus();
  };
  /** The fault refers to the values that were submitted, not to what is being typed now. */
  const changing = (set: (value: string) => void) => (value: string) => {
    set(value);
    setFault(null);
  };
  const faultIn = (field: Fault['field']) => (fault?.field === field ? fault.sentence : null);

  return (
    <form
      ref={form}
      noValidate
      aria-label={isEditing ? `Edit ${edited.name}` : 'Add entity'}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      className="flex min-w-0 flex-col gap-3"
    >
      <h3 className="truncate font-semibold">{isEditing ? `Edit ${edited.name}` : 'Add Entity'}</h3>
      <TextField
        label="Name"
        name="name"
        required
        maxLength={300}
        autoComplete="off"
        value={name}
        onChange={changing(setName)}
        fault={faultIn('name')}
        hint={<Preview page={page} name={name} edited={edited} />}
      />
      <div data-field="type">
        <SelectField
          label="Type"
          value={type}
          options={[
            ...(type === NONE ? [{ value: NONE, label: 'Choose a type' }] : []),
            ...options.map((option) => ({ value: option.name, label: option.displayName })),
            { value: CUSTOM, label: 'Custom type…' },
          ]}
          onChange={changing(setType)}
        />
        {!isCustom && faultIn('type') !== null && <p className="text-bad mt-1 text-[13px]">{faultIn('type')}</p>}
      </div>
      {isCustom && (
        <fieldset className="border-line flex min-w-0 flex-col gap-3 rounded-md border p-3">
          <legend className="text-ink-soft px-1 text-[13px] font-medium">Custom type</legend>
          <div className="grid gap-3 sm:grid-cols-2">
            <TextField
              label="Type name"
              name="customType"
              required
              maxLength={60}
              autoComplete="off"
              value={customType}
              onChange={changing(setCustomType)}
              fault={faultIn('type')}
            />
            <IconPicker value={iconName} onChange={setIconName} />
          </div>
          <HuePicker value={colorClass} onChange={setColorClass} />
        </fieldset>
      )}
      <TextField
        label="URL (optional)"
        name="url"
        type="url"
        inputMode="url"
        maxLength={2000}
        placeholder="https://"
        autoComplete="off"
        value={url}
        onChange={changing(setUrl)}
        fault={faultIn('url')}
      />
      <div className="flex gap-2">
        <Button type="submit" variant="solid">
          {isEditing ? 'Update Entity' : 'Add Entity'}
        </Button>
        {isEditing && <Button onClick={onCancel}>Cancel</Button>}
      </div>
    </form>
  );
}

interface PreviewProps {
  page: EpisodePage;
  name: string;
  edited: EntityRow | null;
}

/** Shows how often the name occurs, as it is typed. */
function Preview({ page, name, edited }: PreviewProps) {
  const sought = useDeferredValue(name.trim());
  const count = useMemo(() => {
    if (sought === '') return null;
    const known = edited === null ? null : mentionOf(page, edited.key);

    return counted(page, { name: sought, type: '', url: null, iconName: '', colorClass: '' }, known).count;
  }, [page, sought, edited]);
  if (count === null) return 'Whole words, in any case';

  return count === 1 ? '1 mention in this episode' : `${count} mentions in this episode`;
}
