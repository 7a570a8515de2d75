import type { ListedEntity, WrittenEntity } from '@earmark/contracts/entities';
import type { SaveConflict } from '@earmark/contracts/episodes';
import { isUuid } from '@earmark/contracts/kit';
import type { EntityId } from '@earmark/contracts/vocabulary';
import { hasCharacters } from '@earmark/contracts/mentions';
import { Rejected } from '../kit/rejected.ts';
import { nameKey } from '../vocabulary/vocabulary.entities.ts';

/** What the editor changed, to be applied to the current list. */
export interface EntityChanges<Written extends WrittenEntity> {
  readonly added: readonly Written[];
  readonly removed: readonly ListedEntity[];
  /** A new name or category, which makes it another entity. */
  readonly edited: readonly { readonly from: ListedEntity; readonly to: Written; readonly newLink: boolean }[];
  /** The same entity with another spelling or link. */
  readonly touched: readonly { readonly entity: ListedEntity; readonly to: Written }[];
}

/**
 * The changes from `base` to `written`, unless they conflict with those in `now`. `shownAs` says which entity one of
 * the base has become since. Throws Rejected: invalid, pattern-without-characters, entity-exists, edit-conflict.
 */
export function mergeEntities<Written extends WrittenEntity>(
  base: readonly ListedEntity[],
  written: readonly Written[],
  now: readonly ListedEntity[],
  shownAs: ReadonlyMap<EntityId, EntityId>,
): EntityChanges<Written> {
  assertSound(written, [...base, ...now]);
  const loaded = new Map(base.map((entity) => [entity.id, entity]));
  const listed = new Map(now.map((entity) => [entity.id, entity]));
  const theirsOf = (id: EntityId) => listed.get(id) ?? listed.get(shownAs.get(id) ?? id) ?? null;
  const meant = meantEntities(base, written, now);
  const kept = new Set(meant.values());

  const added: Written[] = [];
  const edited: EntityChanges<Written>['edited'][number][] = [];
  const touched: EntityChanges<Written>['touched'][number][] = [];
  const conflicts: SaveConflict[] = [];
  for (const mine of written) {
    const id = meant.get(mine);
    if (id === undefined) {
      added.push(mine);
      continue;
    }
    const theirs = theirsOf(id);
    const from = loaded.get(id) ?? null;
    const isRenamed = from === null ? !isSameEntity(mine, theirs!) : !isSpelledAlike(mine, from);
    // Adding, without a link, what somebody else has added meanwhile keeps their link.
    const isLinked = from ? mine.url !== undefined && linkOf(mine.url) !== from.url : linkOf(mine.url) !== null;
    if (!isRenamed && !isLinked) continue;

    const theyRenamed = theirs === null || from === null || theirs.id !== id || !isSpelledAlike(theirs, from);
    const theyLinked = theirs === null || from === null || theirs.url !== from.url;
    const renames = isRenamed && (theirs === null || !isSpelledAlike(mine, theirs));
    const links = isLinked && linkOf(mine.url) !== theirs?.url;
    if ((renames && theyRenamed) || (links && theyLinked))
      conflicts.push({ entityId: id, ...sides(from, mine, theirs) });
    else if (theirs && renames && !isSameEntity(mine, theirs)) edited.push({ from: theirs, to: mine, newLink: links });
    else if (theirs && (renames || links))
      touched.push({
        entity: theirs,
        to: {
          ...mine,
          ...(renames ? {} : { name: theirs.name, type: theirs.type }),
          ...(links ? {} : { url: undefined }),
        },
      });
  }

  const targets = new Set(edited.map(({ to }) => nameKey(to.type, to.name)));
  const removed: ListedEntity[] = [];
  for (const entity of base) {
    const theirs = kept.has(entity.id) ? null : theirsOf(entity.id);
    // They renamed it to what another of my lines means; that line decides.
    if (theirs === null || (theirs.id !== entity.id && kept.has(theirs.id))) continue;
    if (theirs.id !== entity.id || !isSpelledAlike(theirs, entity) || theirs.url !== entity.url)
      conflicts.push({ entityId: entity.id, ...sides(entity, null, theirs) });
    // Deleted so that another entity could take its name: it is merged with that one.
    else if (!targets.has(nameKey(theirs.type, theirs.name))) removed.push(theirs);
  }
  if (conflicts.length > 0)
    throw new Rejected('edit-conflict', 'Somebody else has changed the same entities since you loaded them.', {
      conflicts,
    });
  assertFree(
    edited,
    added,
    now.filter(({ id }) => kept.has(id) || !loaded.has(id)),
  );

  return { added, removed, edited, touched };
}

/** Throws Rejected `edit-conflict` when one of those that are to be removed may not have been shown to the editor. */
export function assertShown(removed: readonly ListedEntity[], unsure: ReadonlySet<string>): void {
  const unseen = removed.filter(({ id }) => unsure.has(id));
  if (unseen.length === 0) return;
  const names = new Intl.ListFormat('en').format(unseen.map(({ name }) => `"${name}"`));
  const [was, them] = unseen.length === 1 ? ['was', 'it'] : ['were', 'them'];
  throw new Rejected(
    'edit-conflict',
    `${names} ${was} merged or split since this version. To remove ${them}, say which entities you were shown (\`loaded\`).`,
    { conflicts: unseen.map((theirs): SaveConflict => ({ entityId: theirs.id, ...sides(null, null, theirs) })) },
  );
}

/** Which listed entity each line means: by id when the episode lists it, else by category and folded name. */
function meantEntities<Written extends WrittenEntity>(
  base: readonly ListedEntity[],
  written: readonly Written[],
  now: readonly ListedEntity[],
): Map<Written, EntityId> {
  const ids = new Map<string, EntityId>([...base, ...now].map(({ id }) => [id, id]));
  // The current ones come last, so that they take precedence.
  const byName = new Map([...base, ...now].map(({ id, type, name }) => [nameKey(type, name), id]));
  const meant = new Map<Written, EntityId>();
  const taken = new Set<EntityId>();
  for (const one of written) {
    const given = one.id?.toLowerCase() ?? '';
    const id = ids.get(given) ?? byName.get(nameKey(one.type, one.name));
    if (id === undefined) continue;
    if (taken.has(id)) throw exists();
    taken.add(id);
    meant.set(one, id);
  }

  return meant;
}

/** Throws Rejected `entity-exists` when a new name is already listed, or two new names are the same. */
function assertFree<Written extends WrittenEntity>(
  edited: EntityChanges<Written>['edited'],
  added: readonly Written[],
  staying: readonly ListedEntity[],
): void {
  const names = new Set(staying.map(({ type, name }) => nameKey(type, name)));
  for (const { type, name } of [...edited.map(({ to }) => to), ...added]) {
    const key = nameKey(type, name);
    if (names.has(key)) throw exists();
    names.add(key);
  }
}

/**
 * Validates the lines on their own, before anything else. A `listed` name or link is accepted
 * unchanged. Throws Rejected: invalid, pattern-without-characters.
 */
export function assertSound(written: readonly WrittenEntity[], listed: readonly ListedEntity[]): void {
  const names = new Set(listed.map(({ name }) => name));
  const links = new Set(listed.map(({ url }) => url));
  const knownIds = new Set<string>(listed.map(({ id }) => id));
  const ids = new Set<string>();
  for (const { id, name, url } of written) {
    if (`${name}${url ?? ''}`.includes('\0'))
      throw new Rejected('invalid', 'The text contains a character that cannot be stored (U+0000).');
    if (!names.has(name) && !hasCharacters(name))
      throw new Rejected('pattern-without-characters', `"${name}" contains no searchable character.`);
    if (url && !links.has(url) && !(/^https?:\/\//i.test(url) && URL.canParse(url)))
      throw new Rejected('invalid', `The link of "${name}" must begin with https:// or http://.`);
    const given = id?.toLowerCase() ?? '';
    if (ids.has(given) && (isUuid(given) || knownIds.has(given)))
      throw new Rejected('invalid', `The entity ${given} is in the list twice.`);
    ids.add(given);
  }
}

const exists = (): Rejected => new Rejected('entity-exists', 'Entity already exists');

type Named = Pick<ListedEntity, 'name' | 'type'>;
const isSameEntity = (a: Named, b: Named): boolean => nameKey(a.type, a.name) === nameKey(b.type, b.name);
const isSpelledAlike = (a: Named, b: Named): boolean => isSameEntity(a, b) && a.name === b.name;
const linkOf = (url: string | null | undefined): string | null => url || null;

const shown = (entity: WrittenEntity | null) =>
  entity && { name: entity.name, type: entity.type, url: linkOf(entity.url) };
const sides = (base: ListedEntity | null, mine: WrittenEntity | null, theirs: ListedEntity | null) => ({
  base: shown(base),
  mine: shown(mine),
  theirs: shown(theirs),
});
