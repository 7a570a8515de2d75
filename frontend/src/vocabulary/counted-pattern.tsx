import type { EntityTypeView, NoiseProposal, NoisyPattern } from '@earmark/contracts/vocabulary';
import type { KeyboardEvent, ReactNode } from 'react';
import { Link } from '../kit/router/routing.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { ContextBadges } from './context-badges.tsx';

interface CountedPatternProps {
  pattern: NoisyPattern;
  type: EntityTypeView | undefined;
  /** Whether a decision about it is on its way. */
  isPending: boolean;
  /** Shown below: what a proposal would do. */
  preview: ReactNode;
  /** The proposal previewed; null: none. */
  previewed: NoiseProposal['kind'] | null;
  onPreview: (proposal: NoiseProposal | null) => void;
  onTake: (proposal: NoiseProposal) => void;
  onLeave: (isLeft: boolean) => void;
  onMove: (by: 1 | -1) => void;
}

export const LABELS: Readonly<Record<NoiseProposal['kind'], string>> = {
  'match-case': 'Match case',
  'whole-word': 'Whole words only',
  'near-name': 'Only near the full name',
  remove: 'Remove',
};

/** A pattern with its counts and what would make it quieter. Keys: j k, digits, p, l. */
export function CountedPattern(props: CountedPatternProps) {
  const { pattern, type, isPending, preview, previewed, onPreview, onTake, onLeave, onMove } = props;
  const { name, entity, entityId, noise, proposals, namesakes, isLeft } = pattern;
  const [first] = proposals;
  const togglePreview = (proposal: NoiseProposal) => onPreview(previewed === proposal.kind ? null : proposal);
  const onKeyDown = (event: KeyboardEvent<HTMLLIElement>) => {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || target.matches('input, textarea, select')) return;
    const asked = proposals[Number(event.key) - 1];
    if (event.key === 'j') onMove(1);
    else if (event.key === 'k') onMove(-1);
    else if (event.key === 'p' && first !== undefined)
      togglePreview(proposals.find((one) => one.kind === previewed) ?? first);
    else if (event.key === 'l' && (first !== undefined || isLeft) && !isPending) onLeave(!isLeft);
    else if (asked !== undefined && !isPending) onTake(asked);
    else return;
    event.preventDefault();
  };

  return (
    // The keys are those of the buttons inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      id={rowId(pattern.id)}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      aria-label={name}
      aria-busy={isPending}
      className="flex flex-col gap-2 px-4 py-3 focus-visible:-outline-offset-2 aria-busy:opacity-60"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium wrap-anywhere">{name}</span>
        {entity !== name && (
          <Link
            to={`/entities/${entityId}`}
            className="text-ink-soft hover:text-accent underline-offset-2 hover:underline"
          >
            {entity}
          </Link>
        )}
        {type !== undefined && <Badge>{type.displayName}</Badge>}
        {pattern.caseSensitive && <Badge>Case sensitive</Badge>}
        {!pattern.wholeWord && <Badge>Part of words</Badge>}
        <ContextBadges pattern={pattern} />
        {isLeft && <Badge tone="good">Left as it is</Badge>}
        <span className="text-ink-soft ml-auto text-[13px] tabular-nums">
          {isPending
            ? 'Saving…'
            : `${counted(noise.mentions, 'mention', 'mentions')} in ${counted(noise.episodes, 'episode', 'episodes')}`}
        </span>
      </div>
      {namesakes.length > 0 && (
        <p className="text-ink-soft text-[13px] text-pretty">
          Also the name of {namesakes.map((other) => other.entity).join(', ')}: up to{' '}
          {counted(Math.min(noise.mentions, namesakes[0]!.mentions), 'passage counts', 'passages count')} for both.
        </p>
      )}
      {proposals.length > 0 && (
        <>
          <p className="text-pretty">{first!.says}</p>
          <div className="flex flex-wrap items-center gap-2">
            {proposals.map((proposal, index) => (
              <Button
                key={proposal.kind}
                variant={index === 0 ? 'solid' : 'outline'}
                aria-disabled={isPending}
                title={proposal.says}
                onClick={() => !isPending && onTake(proposal)}
              >
                {LABELS[proposal.kind]}
                {proposal.keeps !== null && proposal.kind !== 'remove' && (
                  <span className="font-normal tabular-nums">keeps {proposal.keeps.toLocaleString('en')}</span>
                )}
                <Key>{String(index + 1)}</Key>
              </Button>
            ))}
            <Button aria-disabled={isPending} onClick={() => !isPending && onLeave(!isLeft)}>
              {isLeft ? 'Look at it again' : 'Leave as it is'}
              <Key>l</Key>
            </Button>
            <Button
              variant="quiet"
              aria-expanded={previewed !== null}
              onClick={() => togglePreview(proposals.find((one) => one.kind === previewed) ?? first!)}
            >
              Preview
              <Key>p</Key>
            </Button>
          </div>
        </>
      )}
      {preview}
    </li>
  );
}

export const rowId = (patternId: string): string => `counted-${patternId}`;

function Key({ children }: { children: string }) {
  return (
    <kbd
      aria-hidden="true"
      className="border-current/30 rounded border px-1 font-sans text-[11px] opacity-70 pointer-coarse:hidden"
    >
      {children}
    </kbd>
  );
}

const counted = (number: number, one: string, many: string): string =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`;
