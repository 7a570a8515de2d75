import type { DiscoveredEntity } from '@earmark/contracts/discovery';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { clsx } from 'clsx';
import { useState } from 'react';
import { Link } from '../kit/router/routing.tsx';
import { counted } from '../kit/counted.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Failure } from '../ui/failure.tsx';
import { statusWords } from './card-state.ts';
import { Confidence } from './confidence.tsx';
import { ContextLine } from './context-line.tsx';
import { candidateContexts } from './discovery.api.ts';

interface MemberEvidenceProps {
  member: DiscoveredEntity;
  /** Whether it is the only one of its card. */
  isOnly: boolean;
  /** Whether the contexts are shown from the beginning. */
  isFirst: boolean;
  /** Whether the decision about the card leaves it out. */
  isExcepted: boolean;
  onExcept: (id: string, isExcepted: boolean) => void;
}

/** A candidate in its episode, with the places where it stands. */
export function MemberEvidence({ member, isOnly, isFirst, isExcepted, onExcept }: MemberEvidenceProps) {
  const { id, episodeName, episodeSlug, podcastName, podcastSlug, confidence, frequency, status } = member;
  const [isOpen, setOpen] = useState(isFirst);
  const title = (
    <Link
      to={`/podcasts/${encodeURIComponent(podcastSlug)}/${encodeURIComponent(episodeSlug)}`}
      target="_blank"
      className="hover:text-accent font-medium wrap-anywhere"
    >
      {episodeName}
    </Link>
  );

  return (
    <article aria-label={episodeName} className={clsx('py-3', isExcepted && 'opacity-60')}>
      <div className="flex items-start gap-2">
        {!isOnly && (
          <>
            <input
              type="checkbox"
              aria-label={`Decide about ${episodeName} too`}
              title="Left out of the decision when it is not ticked"
              checked={!isExcepted}
              disabled={status !== 'pending' && isExcepted}
              onChange={(event) => onExcept(id, !event.target.checked)}
              className="mt-0.5 size-4 shrink-0 pointer-coarse:size-5"
            />
            <button
              type="button"
              aria-expanded={isOpen}
              aria-label={`Contexts in ${episodeName}`}
              onClick={() => setOpen(!isOpen)}
              className="hover:bg-hover -my-0.5 flex size-6 shrink-0 items-center justify-center rounded pointer-coarse:-my-2 pointer-coarse:size-9"
            >
              <ChevronRight
                aria-hidden="true"
                className={clsx('size-4 transition-transform duration-150', isOpen && 'rotate-90')}
              />
            </button>
          </>
        )}
        <div className="min-w-0 flex-1">
          <p className="leading-5">
            {title} <span className="text-ink-soft text-[13px]">{podcastName}</span>
          </p>
          <p className="text-ink-soft mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-[13px] tabular-nums">
            <Confidence value={confidence} />
            <span>{counted(frequency, 'mention')}</span>
            {!isOnly && status !== 'pending' && <Badge>{statusWords[status]}</Badge>}
          </p>
        </div>
      </div>
      {isOpen && <Contexts member={member} />}
    </article>
  );
}

function Contexts({ member }: { member: DiscoveredEntity }) {
  const [isWhole, setWhole] = useState(false);
  const { data, error, isFetching } = useQuery({ ...candidateContexts(member.id), enabled: isWhole });
  const contexts = isWhole && data !== undefined ? data : member.contexts;
  const more = member.frequency - member.contexts.length;

  return (
    <>
      {contexts.length === 0 ? (
        <p className="text-ink-soft mt-2 text-[13px]">It is no longer in the transcript.</p>
      ) : (
        <ol aria-label={`Contexts in ${member.episodeName}`} className="mt-2 flex flex-col gap-2.5">
          {contexts.map((context) => (
            <li key={context.segmentId}>
              <ContextLine member={member} context={context} />
            </li>
          ))}
        </ol>
      )}
      {error !== null && isWhole && <Failure message={error.message} className="mt-2" />}
      {more > 0 && (
        <Button
          variant="quiet"
          aria-expanded={isWhole && data !== undefined}
          onClick={() => setWhole(!isWhole || error !== null)}
          className="mt-1 -ml-3"
        >
          {moreLabel(isWhole, isFetching, more)}
        </Button>
      )}
    </>
  );
}

function moreLabel(isWhole: boolean, isFetching: boolean, more: number): string {
  if (isFetching) return 'Loading…';

  return isWhole ? 'Show fewer' : `+${more.toLocaleString('en-GB')} more`;
}
