import { v5 } from 'uuid';
import { z } from 'zod';

/** A uuid in any case, converted to lower case as all our ids are. */
export const GivenUuid = z.uuid().toLowerCase();

/** Namespace of ids that have no other parent: categories (by name) and folder imports. */
export const EARMARK_NAMESPACE = '5b1a9a0e-2f0c-5c53-9a4e-6f1d5a7c3b21';

/** Namespace of feed ids: https://podcasting2.org/docs/podcast-namespace/tags/guid */
const PODCAST_NAMESPACE = 'ead4c236-bf58-58c6-a2c6-a6b28d128cb6';

/** Accepts versions that RFC 9562 does not define: publishers use such ids. */
export const AnyUuid = z.guid();

/** UUIDv5 (RFC 9562, SHA-1) of `name` in `namespace`: the same pair always gives the same id. */
export function uuidFrom(namespace: string, name: string): string;
export function uuidFrom<Id extends z.ZodType<string>>(namespace: string, name: string, Id: Id): z.output<Id>;
export function uuidFrom(namespace: string, name: string, Id: z.ZodType<string> = AnyUuid): string {
  return Id.parse(v5(name, namespace));
}

/** The URL of a feed without scheme and trailing slashes, by which one feed is told from another. */
export const bareFeedUrl = (url: string): string =>
  url
    .trim()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
    .replace(/\/+$/, '');

/** Id of a feed that declares none. */
export const feedUuid = (url: string): string => v5(bareFeedUrl(url), PODCAST_NAMESPACE);

export const isUuid = (value: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(value);
