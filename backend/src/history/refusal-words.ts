import type { EventMeta } from '@earmark/contracts/kit';
import type { Refusal } from './reverting.ts';
import type { Narrator } from './narrator.ts';

export type Actor = EventMeta['actor'];

// The format of the pages, in UTC because the reader's time zone is unknown here.
const minute = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** Why an event cannot be undone, in a sentence that names the change in the way, its author and its time. */
export async function refusalWords(
  refusal: Refusal,
  eventId: string,
  narrator: Narrator,
  nameOf: (actor: Actor) => string,
): Promise<string> {
  if ('why' in refusal) return refusal.why;
  const { obstacle } = refusal;
  if (obstacle.recorded === null) return 'Another change in this list stands in the way.';
  const { actor, at } = obstacle.recorded.metadata;
  const { sentence } = await narrator.narrate(obstacle.recorded);
  const change = `“${sentence.replace(/\.$/, '')}” (${nameOf(actor)}, ${minute.format(new Date(at))} UTC)`;

  return obstacle.reverts === eventId
    ? `It has already been undone: ${change}.`
    : `A later change stands in the way: ${change}. Undo that one first.`;
}
