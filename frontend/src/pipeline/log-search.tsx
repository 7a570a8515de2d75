import { ChevronDown, ChevronUp } from 'lucide-react';
import { IconButton } from '../ui/button.tsx';
import { SearchField } from '../ui/search-field.tsx';

interface LogSearchProps {
  text: string;
  /** Lines that match. */
  count: number;
  /** Index of the current one. */
  at: number;
  onText: (text: string) => void;
  onStep: (by: 1 | -1) => void;
}

/** Searches all lines. Enter goes to the next match, Shift+Enter to the previous one. */
export function LogSearch({ text, count, at, onText, onStep }: LogSearchProps) {
  const isSearching = text.trim() !== '';

  return (
    <div className="flex min-w-0 grow flex-wrap items-center justify-end gap-1">
      <output className="text-ink-soft px-2 text-[13px] whitespace-nowrap tabular-nums">
        {isSearching && (count === 0 ? 'No matching lines' : `${at + 1} of ${count.toLocaleString('en-GB')}`)}
      </output>
      <SearchField
        placeholder="Search the log"
        maxLength={200}
        value={text}
        onChange={onText}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing || count === 0) return;
          event.preventDefault();
          onStep(event.shiftKey ? -1 : 1);
        }}
        className="min-w-0 flex-1 basis-40 sm:max-w-64"
      />
      <IconButton label="Previous match" disabled={count === 0} onClick={() => onStep(-1)}>
        <ChevronUp aria-hidden="true" className="size-4" />
      </IconButton>
      <IconButton label="Next match" disabled={count === 0} onClick={() => onStep(1)}>
        <ChevronDown aria-hidden="true" className="size-4" />
      </IconButton>
    </div>
  );
}
