import type { WhyMention } from '@earmark/contracts/entities';
import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { Failure } from '../ui/failure.tsx';
import { Fetched } from '../ui/fetched.tsx';
import { Button } from '../ui/button.tsx';
import { formatDay } from '../kit/date.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { whyMarked } from './why.api.ts';

interface MarkProvenanceProps {
  entityId: string;
  episodeUuid: string;
  segmentId: string;
  /** Opens the history of the entity of that name. */
  onHistory: (name: string) => void;
}

/** Explains why an entity is marked in a segment: the patterns and names that find it there, and who added them. */
export function MarkProvenance({ entityId, episodeUuid, segmentId, onHistory }: MarkProvenanceProps) {
  const query = useQuery(whyMarked(entityId, episodeUuid, segmentId));

  return (
    <div className="pr-2 pb-1.5 pl-10.5 text-[13px]">
      <Fetched
        query={query}
        pending={<Skeleton className="h-5" />}
        failed={<Failure message={query.error?.message ?? ''} />}
      >
        {(why) => (
          <>
            <ul
              aria-label={`Why ${why.entity.name} is marked`}
              className="text-ink-soft flex flex-col gap-1 text-pretty"
            >
              {reasonsOf(why).map((reason) => (
                <li key={reason} className="wrap-anywhere">
                  {reason}
                </li>
              ))}
            </ul>
            <Button
              variant="quiet"
              onClick={() => onHistory(why.entity.name)}
              className="mt-0.5 -ml-2 h-7! px-2! pointer-coarse:h-11!"
            >
              <History aria-hidden="true" className="size-3.5" />
              History
            </Button>
          </>
        )}
      </Fetched>
    </div>
  );
}

function reasonsOf({ patterns, byHand, pin }: WhyMention): string[] {
  const found = patterns.map(({ name, caseSensitive, wholeWord, ofEntity, isChanged, ...attribution }) => {
    const options = `${wholeWord ? 'whole word' : 'part of words'}${caseSensitive ? ', case sensitive' : ''}`;
    const shown = ofEntity === null ? '' : ` of ${ofEntity}, which counts as this one`;

    return `Found by the pattern “${name}” (${options})${shown}, ${isChanged ? 'changed' : 'added'} ${attributionWords(attribution)}.`;
  });
  const named = byHand.map(
    ({ name, ...attribution }) => `Added to this episode by hand as “${name}” ${attributionWords(attribution)}.`,
  );
  if (found.length + named.length === 0) return ['It is no longer marked here.'];

  return [
    ...found,
    ...named,
    ...(pin === null ? [] : [`The episode uses revision ${pin.vocabularyRevision} of the patterns.`]),
  ];
}

const ROLES: Readonly<Record<string, string>> = {
  admin: 'an admin',
  analyst: 'an analyst',
  reader: 'a reader',
  system: 'the system',
};

/** `by an admin on 3 Mar 2026`; visitors see the role, users the name. */
const attributionWords = ({ actor, at }: { readonly actor: string; readonly at: string }): string =>
  `by ${ROLES[actor] ?? actor} on ${formatDay(at)}`;
