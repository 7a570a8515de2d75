import type { PatternView } from '@earmark/contracts/vocabulary';
import { Badge } from '../ui/badge.tsx';

const MOST_NAMED = 2;

/** The context of a pattern, in few words; the whole of it as a tooltip. */
export function ContextBadges({ pattern }: { pattern: Pick<PatternView, 'near' | 'notNear' | 'distance'> }) {
  const { near, notNear, distance } = pattern;

  return (
    <>
      {near.length > 0 && (
        <span title={`Within ${distance} words of ${near.join(', ')}`}>
          <Badge>Near {named(near)}</Badge>
        </span>
      )}
      {notNear.length > 0 && (
        <span title={`Not within ${distance} words of ${notNear.join(', ')}`}>
          <Badge>Not near {named(notNear)}</Badge>
        </span>
      )}
    </>
  );
}

const named = (words: readonly string[]): string =>
  words.length <= MOST_NAMED
    ? words.join(', ')
    : `${words.slice(0, MOST_NAMED).join(', ')} +${words.length - MOST_NAMED}`;
