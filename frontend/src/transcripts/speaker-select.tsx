import { clsx } from 'clsx';
import { ChevronsUpDown, Users } from 'lucide-react';
import type { Speaker } from './speakers.ts';

interface SpeakerSelectProps {
  speakers: readonly Speaker[];
  /** Name of the selected speaker; null for all. */
  speaker: string | null;
  /** Receives null for all speakers. */
  onSpeaker: (name: string | null) => void;
}

/** The list of speakers to choose from; where room is scarce, a button with an icon. */
export function SpeakerSelect({ className, ...list }: SpeakerSelectProps & { className?: string }) {
  return (
    <span
      className={clsx(
        'relative flex min-w-0 items-center justify-center rounded-md crowded:size-8 crowded:shrink-0',
        // The list itself cannot be seen there, nor can its outline.
        'crowded:hover:bg-hover crowded:has-focus-visible:outline-accent crowded:has-focus-visible:outline-2',
        'crowded:pointer-coarse:size-11',
        className,
      )}
    >
      <Users aria-hidden="true" className="text-ink-soft hidden size-4 crowded:block" />
      <Select
        {...list}
        className="text-ink-soft hover:bg-hover crowded:absolute crowded:inset-0 crowded:size-full! h-8 max-w-40 min-w-0 truncate @max-[720px]/reading:max-w-28 rounded-md bg-transparent px-1.5 text-[13px] crowded:opacity-0 pointer-coarse:h-11"
      />
    </span>
  );
}

/** The same list over the name of the chosen speaker, where there is no room for another button. */
export function SpeakerSelectOver(list: SpeakerSelectProps) {
  return (
    <>
      <ChevronsUpDown
        aria-hidden="true"
        className="text-ink-soft hidden size-3.5 shrink-0 @max-[480px]/reading:block"
      />
      <Select {...list} className="absolute inset-0 hidden size-full opacity-0 @max-[480px]/reading:block" />
    </>
  );
}

function Select({ speakers, speaker, onSpeaker, className }: SpeakerSelectProps & { className: string }) {
  return (
    <select
      aria-label="Speaker"
      title="Show what one speaker says"
      value={speaker ?? ''}
      onChange={({ target }) => onSpeaker(target.value === '' ? null : target.value)}
      className={className}
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
  );
}
