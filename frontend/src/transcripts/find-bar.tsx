import { CaseSensitive, ChevronDown, ChevronUp, WholeWord, X } from 'lucide-react';
import type { KeyboardEvent, Ref } from 'react';
import { IconButton } from '../ui/button.tsx';
import type { Marking, TextOptions } from './matches.ts';

interface FindBarProps {
  ref: Ref<HTMLInputElement>;
  text: string;
  /** Name of the selected speaker; null for all. */
  speaker: string | null;
  options: TextOptions;
  /** Null while the search is empty. */
  marking: Marking | null;
  /** Index of the current match. */
  at: number;
  onText: (text: string) => void;
  onOptions: (options: TextOptions) => void;
  onStep: (step: 1 | -1) => void;
  onClose: () => void;
}

/**
 * Finds text in the whole transcript and shows "7 of 23". Enter goes to the next match, Shift+Enter to the previous one,
 * Escape closes the bar.
 */
export function FindBar({ ref, text, speaker, ...props }: FindBarProps) {
  const { options, marking, at, onText, onOptions, onStep, onClose } = props;
  const count = marking?.total ?? 0;
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && count > 0) onStep(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape') onClose();
    else return;
    event.preventDefault();
  };

  return (
    <search
      aria-label="Find in transcript"
      className="border-line flex flex-wrap items-center gap-1 border-b px-4 py-2 low:py-1 low:max-sm:gap-x-0.5 low:max-sm:px-2 print:hidden"
    >
      <input
        ref={ref}
        type="search"
        aria-label="Find in transcript"
        placeholder={speaker === null ? 'Find in transcript' : `Find in what ${speaker} says`}
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={press}
        className="bg-surface border-line-strong placeholder:text-ink-faint focus-visible:border-accent h-8 min-w-0 flex-1 basis-40 max-sm:basis-full low:basis-24 rounded-md border px-2.5 focus-visible:outline-offset-0 pointer-coarse:h-11 pointer-coarse:text-base [&::-webkit-search-cancel-button]:hidden"
      />
      <output className="text-ink-soft min-w-20 px-2 low:max-sm:min-w-0 low:max-sm:px-1 text-right text-[13px] whitespace-nowrap tabular-nums">
        {marking !== null && (count === 0 ? 'No matches' : `${at + 1} of ${count}`)}
      </output>
      <Switch
        label="Match case"
        isOn={options.caseSensitive}
        icon={CaseSensitive}
        onToggle={() => onOptions({ ...options, caseSensitive: !options.caseSensitive })}
      />
      <Switch
        label="Whole words"
        isOn={options.wholeWord}
        icon={WholeWord}
        onToggle={() => onOptions({ ...options, wholeWord: !options.wholeWord })}
      />
      <IconButton label="Previous match" disabled={count === 0} onClick={() => onStep(-1)}>
        <ChevronUp aria-hidden="true" className="size-4" />
      </IconButton>
      <IconButton label="Next match" disabled={count === 0} onClick={() => onStep(1)}>
        <ChevronDown aria-hidden="true" className="size-4" />
      </IconButton>
      <IconButton label="Close find" onClick={onClose}>
        <X aria-hidden="true" className="size-4" />
      </IconButton>
    </search>
  );
}

interface SwitchProps {
  label: string;
  isOn: boolean;
  icon: typeof WholeWord;
  onToggle: () => void;
}

function Switch({ label, isOn, icon: Icon, onToggle }: SwitchProps) {
  return (
    <IconButton
      label={label}
      aria-pressed={isOn}
      onClick={onToggle}
      className={isOn ? 'bg-accent-soft text-accent-strong!' : undefined}
    >
      <Icon aria-hidden="true" className="size-4.5" />
    </IconButton>
  );
}
