import type { FieldChange } from '@earmark/contracts/history';
import type { Names } from './event-history.ts';

const QUOTED_CHARACTERS = 80;

/** Quotes and shortens a passage, which may be long. */
export const quoted = (text: string): string =>
  titled(text.length > QUOTED_CHARACTERS ? `${text.slice(0, QUOTED_CHARACTERS).trimEnd()}…` : text);

/** Quotes a name in full. */
export const titled = (name: string): string => `“${name}”`;

/** " of “Pilot”", for readers who see more than one episode. */
export const ofEpisode = ({ episode }: Names): string => (episode === null ? '' : ` of ${titled(episode)}`);
export const inEpisode = ({ episode }: Names): string => (episode === null ? '' : ` in ${titled(episode)}`);
/** For sentences that always name the episode. */
export const theEpisode = ({ episode }: Names): string => (episode === null ? 'this episode' : titled(episode));

export const FROM_FEED =
  'This came from the feed, and the next import would bring it back. Ask the publisher to change the feed.';

/** The fields of an event that holds only the facts that changed. */
export function changedFacts({ from, to }: { from: object; to: object }): FieldChange[] {
  const before = new Map<string, unknown>(Object.entries(from));

  return Object.entries(to).map(([path, value]: [string, unknown]) => ({
    path,
    from: before.get(path) ?? null,
    to: value,
  }));
}
