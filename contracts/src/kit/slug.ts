/** Base of a podcast's slug: all but letters, marks, numbers and `_` removed, case kept. Empty → first 8 characters of the uuid. */
export const podcastSlugBase = (name: string, uuid: string): string =>
  reserved(name.normalize('NFC').replace(/[^\p{L}\p{M}\p{N}_]/gu, '')) || uuid.slice(0, 8);

/** Base of an episode's or entity's slug: lower case, white space and hyphens one hyphen, the rest as in a podcast's. */
export const slugBase = (name: string, uuid: string): string =>
  reserved(
    name
      .normalize('NFC')
      .toLowerCase()
      .replace(/[\s-]+/gu, '-')
      .replace(/[^\p{L}\p{M}\p{N}_-]/gu, '')
      .replace(/-+/g, '-')
      .replace(/^-|-$/g, ''),
  ) || uuid.slice(0, 8);

/** `recent` and `search` are calls of their own: a name that reads so falls back to the uuid. */
const reserved = (slug: string): string => (/^(recent|search)$/i.test(slug) ? '' : slug);
