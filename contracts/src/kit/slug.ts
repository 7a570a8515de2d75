/** Base of a podcast's slug: letters, marks, numbers and `_` only, case kept. When nothing is left, the first 8 characters of the uuid. */
export const podcastSlugBase = (name: string, uuid: string): string =>
  reserved(name.normalize('NFC').replace(/[^\p{L}\p{M}\p{N}_]/gu, '')) || uuid.slice(0, 8);

/** Base of an episode's or entity's slug: lower case, each run of white space and hyphens one hyphen, otherwise as for a podcast. */
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

/** `recent` and `search` are routes of their own, so such a name falls back to the uuid. */
const reserved = (slug: string): string => (/^(recent|search)$/i.test(slug) ? '' : slug);
