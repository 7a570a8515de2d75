import { clsx } from 'clsx';
import { AArrowDown, AArrowUp, Search } from 'lucide-react';
import { IconButton } from '../ui/button.tsx';
import { changePreferences, TEXT_SIZES, usePreferences } from '../kit/preferences.ts';
import type { Speaker } from './speakers.ts';

interface ReadingToolsProps {
  speakers: readonly Speaker[];
  /** Name of the selected speaker; null for all. */
  speaker: string | null;
  /** Stepping through what is marked needs the room of the text sizes on small screens. */
  isMarking: boolean;
  onSpeaker: (name: string | null) => void;
  onFind: () => void;
}

/** Tools for the text: size, speaker and search. */
export function ReadingTools({ speakers, speaker, isMarking, onSpeaker, onFind }: ReadingToolsProps) {
  return (
    <div className="flex min-w-0 items-center gap-0.5 print:hidden">
      {speakers.length > 1 && (
        <select
          aria-label="Speaker"
          title="Show what one speaker says"
          value={speaker ?? ''}
          onChange={({ target }) => onSpeaker(target.value === '' ? null : target.value)}
          className="text-ink-soft hover:bg-hover h-8 max-w-40 min-w-0 truncate rounded-md bg-transparent px-1.5 text-[13px] max-sm:hidden pointer-coarse:h-11"
        >
          <option value="" className="bg-surface text-ink">
            All speakers
          </option>
          {speakers.map(({ name, turns }) => (
            <option key={name} value={name} className="bg-surface text-ink">
              {name} ({turns.length} {turns.length === 1 ? 'turn' : 'turns'})
            </option>
          ))}
        </select>
      )}
      <span className={clsx('flex', isMarking && 'max-sm:hidden')}>
        <TextSize />
      </span>
      <IconButton label="Find in transcript" onClick={onFind}>
        <Search aria-hidden="true" className="size-4" />
      </IconButton>
    </div>
  );
}

function TextSize() {
  const { textSize } = usePreferences();
  const smaller = TEXT_SIZES.findLast((size) => size < textSize);
  const larger = TEXT_SIZES.find((size) => size > textSize);
  const choose = (size: typeof smaller) => size !== undefined && changePreferences({ textSize: size });

  return (
    <>
      <IconButton label="Smaller text" disabled={smaller === undefined} onClick={() => choose(smaller)}>
        <AArrowDown aria-hidden="true" className="size-4.5" />
      </IconButton>
      <IconButton label="Larger text" disabled={larger === undefined} onClick={() => choose(larger)}>
        <AArrowUp aria-hidden="true" className="size-4.5" />
      </IconButton>
    </>
  );
}
