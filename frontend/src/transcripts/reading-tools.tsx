import { clsx } from 'clsx';
import { AArrowDown, AArrowUp, Search } from 'lucide-react';
import { IconButton } from '../ui/button.tsx';
import { changePreferences, TEXT_SIZES, usePreferences } from '../kit/preferences.ts';
import { SpeakerSelect } from './speaker-select.tsx';
import type { Speaker } from './speakers.ts';

interface ReadingToolsProps {
  speakers: readonly Speaker[];
  /** Name of the selected speaker; null for all. */
  speaker: string | null;
  /** Stepping through what is marked needs the room of other tools on small screens. */
  isMarking: boolean;
  onSpeaker: (name: string | null) => void;
  onFind: () => void;
}

/** Tools for the text: size, speaker and search. */
export function ReadingTools({ speakers, speaker, isMarking, onSpeaker, onFind }: ReadingToolsProps) {
  return (
    <div className="flex min-w-0 items-center gap-0.5 print:hidden">
      {speakers.length > 1 && (
        <SpeakerSelect
          {...{ speakers, speaker, onSpeaker }}
          className={isMarking ? '@max-[480px]/reading:hidden' : undefined}
        />
      )}
      <span className={clsx('flex', isMarking && 'crowded:hidden')}>
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
