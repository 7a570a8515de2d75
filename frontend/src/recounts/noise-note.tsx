import type { PreviewNoise } from '@earmark/contracts/recounts';
import { Button } from '../ui/button.tsx';
import type { ProposedChanges } from '../vocabulary/pattern-draft.ts';
import { counted } from './recount-words.ts';

interface NoiseNoteProps {
  noise: PreviewNoise;
  onTake: ((changes: ProposedChanges) => void) | undefined;
}

/** Says when the texts mostly write a name as an ordinary word, or another entity has it, and offers what helps. */
export function NoiseNote({ noise: { proposals, namesakes, counts }, onTake }: NoiseNoteProps) {
  const offered = proposals.filter(({ changes }) => changes !== null);
  const [other] = namesakes;
  if (offered.length === 0 && other === undefined) return null;
  const shared = other === undefined ? 0 : Math.min(other.mentions, counts.mentions);

  return (
    <div role="note" className="bg-warn-soft flex flex-col gap-2 rounded-md px-3 py-2 text-pretty">
      {other !== undefined && !offered.some(({ kind }) => kind === 'near-name') && (
        <p>
          Also the name of {other.entity}: up to {counted(shared, 'passage counts', 'passages count')} for both.
        </p>
      )}
      {offered.map(({ kind, says, changes, keeps }) => (
        <p key={kind} className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span>
            {says}
            {keeps !== null && <span className="text-ink-soft"> Keeps {counted(keeps, 'mention', 'mentions')}.</span>}
          </span>
          {onTake !== undefined && changes !== null && <Button onClick={() => onTake(changes)}>{LABELS[kind]}</Button>}
        </p>
      ))}
    </div>
  );
}

const LABELS = {
  'match-case': 'Match case',
  'whole-word': 'Whole words only',
  'near-name': 'Only near the full name',
  remove: 'Remove',
} as const;
