import { MentionContext, foldName, hasCharacters } from '@earmark/contracts/mentions';
import type { MentionView } from '@earmark/contracts/mentions';
import { typeName } from '@earmark/contracts/vocabulary';
import { z } from 'zod';
import { safeHref } from '../kit/safe-href.ts';

/** An entity as entered in the form. */
export const EntityFields = z.object({
  name: z.string(),
  /** Name of its category. */
  type: z.string(),
  url: z.string().nullable(),
  iconName: z.string(),
  colorClass: z.string(),
});
export type EntityFields = z.infer<typeof EntityFields>;

const CountedFields = EntityFields.extend({ count: z.number().int(), contexts: z.array(MentionContext) });
export type CountedFields = z.infer<typeof CountedFields>;

const LoadedEntity = z.object({ id: z.string(), name: z.string(), type: z.string(), url: z.string().nullable() });

/** Unsaved changes on top of the list that was loaded when editing began. */
export const EntityDraft = z.object({
  version: z.string(),
  loaded: z.array(LoadedEntity),
  added: z.array(CountedFields.extend({ key: z.string() })),
  /** By the id of the entity. */
  edited: z.record(z.string(), CountedFields),
  removed: z.array(z.string()),
});
export type EntityDraft = z.infer<typeof EntityDraft>;

/** A line of the list. */
export interface EntityRow extends CountedFields {
  /** The entity's id, or a local one for an added entity. */
  readonly key: string;
  readonly state: 'saved' | 'edited' | 'added';
}

/** The entity's own fields, without its key and state in the list. */
export const fieldsOf = ({
  key: _key,
  state: _state,
  ...fields
}: CountedFields & Partial<Pick<EntityRow, 'key' | 'state'>>): CountedFields => fields;

interface Listed {
  readonly version: string;
  readonly entityMentions: readonly MentionView[];
}

/** An empty draft for a page. */
export const draftOn = ({ version, entityMentions }: Listed): EntityDraft => ({
  version,
  loaded: entityMentions.map(({ entity: { id, name, type, url } }) => ({ id, name, type, url })),
  added: [],
  edited: {},
  removed: [],
});

export const isEmptyDraft = ({ added, edited, removed }: EntityDraft): boolean =>
  added.length === 0 && removed.length === 0 && Object.keys(edited).length === 0;

/**
 * The list with the draft applied, including what others have changed meanwhile. Applying a draft twice changes nothing
 * more.
 */
export function rowsOf(mentions: readonly MentionView[], draft: EntityDraft | null): EntityRow[] {
  const saved = mentions.map(
    ({ entity: { id, name, type, url, iconName, colorClass }, count, contexts }): EntityRow => ({
      ...{ key: id, name, type, url, iconName, colorClass, count, contexts },
      state: 'saved',
    }),
  );
  if (draft === null) return saved;
  const shown = new Set(saved.map(({ key }) => key));
  const gone = Object.entries(draft.edited).filter(([id]) => !shown.has(id));

  return [
    ...draft.added.map((fields): EntityRow => ({ ...fields, state: 'added' })),
    // Someone else has removed or renamed it; the save will report a conflict.
    ...gone.map(([key, fields]): EntityRow => ({ ...fields, key, state: 'edited' })),
    ...saved
      .filter(({ key }) => !draft.removed.includes(key) && !draft.added.some((added) => added.key === key))
      .map((row): EntityRow => {
        const fields = draft.edited[row.key];

        return fields === undefined ? row : { ...row, ...fields, state: 'edited' };
      }),
  ];
}

/** The complete list to send: the loaded one plus the changes. */
export function entityMentionsOf({ loaded, added, edited, removed }: EntityDraft) {
  const kept = loaded
    .filter(({ id }) => !removed.includes(id))
    .map((entity) => {
      const fields = edited[entity.id];
      if (fields === undefined) return { entity };
      const { count, contexts, ...rest } = fields;

      return { entity: { id: entity.id, ...rest }, count, contexts };
    });

  return [
    ...kept,
    ...added.map(({ name, type, url, iconName, colorClass, count, contexts }) => ({
      entity: { name, type, url, iconName, colorClass },
      count,
      contexts,
    })),
  ];
}

export const withAdded = (draft: EntityDraft, key: string, fields: CountedFields): EntityDraft => ({
  ...draft,
  added: [{ key, ...fields }, ...draft.added],
});

export const withEdited = (draft: EntityDraft, key: string, fields: CountedFields): EntityDraft =>
  draft.added.some((one) => one.key === key)
    ? { ...draft, added: draft.added.map((one) => (one.key === key ? { key, ...fields } : one)) }
    : {
        ...draft,
        edited: { ...draft.edited, [key]: fields },
        removed: draft.removed.filter((id) => id !== key),
      };

/** Records an edit, or drops it when the entity is back to how it was loaded. */
export function withFields(draft: EntityDraft, key: string, fields: CountedFields): EntityDraft {
  const loaded = draft.loaded.find(({ id }) => id === key);
  if (loaded === undefined || !haveSameFields(loaded, fields)) return withEdited(draft, key, fields);
  const { [key]: _, ...edited } = draft.edited;

  return { ...draft, edited, removed: draft.removed.filter((id) => id !== key) };
}

type Written = Pick<EntityFields, 'name' | 'type' | 'url'>;

/** Whether both have the same values in the form. */
export const haveSameFields = (one: Written, other: Written): boolean =>
  one.name === other.name && one.type === other.type && one.url === other.url;

export function withRemoved(draft: EntityDraft, key: string): EntityDraft {
  const { [key]: _, ...edited } = draft.edited;
  if (draft.added.some((one) => one.key === key))
    return { ...draft, added: draft.added.filter((one) => one.key !== key) };

  return { ...draft, edited, removed: [...draft.removed, key] };
}

/** Restores a deleted entity as it was `before`; everything else stays. */
export function withBroughtBack(draft: EntityDraft, before: EntityDraft, key: string): EntityDraft {
  const added = before.added.find((one) => one.key === key);
  if (added !== undefined)
    return draft.added.some((one) => one.key === key) ? draft : { ...draft, added: [added, ...draft.added] };
  if (!draft.removed.includes(key)) return draft;
  const fields = before.edited[key];
  const removed = draft.removed.filter((id) => id !== key);

  return { ...draft, removed, edited: fields === undefined ? draft.edited : { ...draft.edited, [key]: fields } };
}

/** Identifies an entity by category and folded name. */
export const sameKey = ({ type, name }: { type: string; name: string }): string =>
  `${typeName(type)} ${foldName(name)}`;

export interface Fault {
  readonly field: 'name' | 'type' | 'url';
  readonly sentence: string;
}

/** Why the entity cannot be added to the others; null when it can. */
export function errorOf(fields: EntityFields, others: readonly EntityRow[]): Fault | null {
  const { name, type, url } = fields;
  if (name.trim() === '') return { field: 'name', sentence: 'Please enter an entity name' };
  if (!hasCharacters(name)) return { field: 'name', sentence: `"${name}" contains no searchable character.` };
  if (type.trim() === '') return { field: 'type', sentence: 'Please specify an entity type' };
  if (others.some((other) => sameKey(other) === sameKey(fields)))
    return { field: 'name', sentence: 'Entity already exists' };
  if (url !== null && (safeHref(url) === null || /^mailto:/i.test(url) || !URL.canParse(url)))
    return { field: 'url', sentence: `The link of "${name}" must begin with https:// or http://.` };

  return null;
}
