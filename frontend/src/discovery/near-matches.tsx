import type { NearMatch } from '@earmark/contracts/discovery';
import { Link } from '../kit/router/routing.tsx';
import { Button } from '../ui/button.tsx';
import { KeyHint } from './key-hint.tsx';

interface NearMatchesProps {
  near: readonly NearMatch[];
  onMerge: (match: NearMatch) => void;
}

const SHOWN = 3;

/** Entities that the candidate may be another name of. */
export function NearMatches({ near, onMerge }: NearMatchesProps) {
  if (near.length === 0) return null;

  return (
    <ul aria-label="Near matches" className="bg-canvas border-line divide-line divide-y rounded-md border">
      {near.slice(0, SHOWN).map((match, at) => (
        <li key={match.entityId} className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-3 py-2">
          <p className="min-w-0 flex-1 basis-60 text-[13px] text-pretty wrap-anywhere">
            <Link to={`/entities/${match.slug}`} target="_blank" className="hover:text-accent font-medium">
              {match.name}
            </Link>{' '}
            <span className="text-ink-soft">
              ({match.type}): {match.how}
            </span>
          </p>
          <Button onClick={() => onMerge(match)} className="max-w-full">
            <span className="truncate">Add as another name of {match.name}</span>
            {at === 0 && <KeyHint>m</KeyHint>}
          </Button>
        </li>
      ))}
    </ul>
  );
}
