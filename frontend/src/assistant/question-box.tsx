import { LONGEST_QUESTION, NO_QUESTION, QUESTION_TOO_LONG } from '@earmark/contracts/assistant';
import { SendHorizontal, Square } from 'lucide-react';
import { useId, useState } from 'react';
import type { KeyboardEvent, Ref } from 'react';
import { Button } from '../ui/button.tsx';

interface QuestionBoxProps {
  ref?: Ref<HTMLTextAreaElement>;
  /** Accessible name. */
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
  onAsk: (question: string) => void;
  /** Stops the answer; null while none is written. */
  onStop: (() => void) | null;
  rows?: number;
}

/** Where a question is typed. Enter asks it, Shift+Enter begins a new line. */
export function QuestionBox({ ref, label, placeholder, value, onChange, onAsk, onStop, rows = 2 }: QuestionBoxProps) {
  const id = useId();
  const [problem, setProblem] = useState<string | null>(null);
  const question = value.trim();
  const isTooLong = question.length > LONGEST_QUESTION;
  const ask = () => {
    if (onStop !== null) return;
    const why = question === '' ? NO_QUESTION : isTooLong ? QUESTION_TOO_LONG : null;
    setProblem(why);
    if (why === null) onAsk(question);
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    ask();
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        ask();
      }}
    >
      <textarea
        ref={ref}
        aria-label={label}
        aria-invalid={problem !== null}
        aria-describedby={`${id} ${id}-count`}
        placeholder={placeholder}
        rows={rows}
        value={value}
        onChange={({ target }) => {
          setProblem(null);
          onChange(target.value);
        }}
        onKeyDown={press}
        className="bg-surface border-line-strong placeholder:text-ink-faint focus-visible:border-accent field-sizing-content block max-h-60 min-h-16 w-full resize-none rounded-md border px-3 py-2 text-[15px] leading-6 focus-visible:outline-offset-0 pointer-coarse:text-base"
      />
      <div className="mt-2 flex items-center gap-3">
        <p id={id} role="alert" className="text-bad min-w-0 flex-1 text-[13px] empty:hidden">
          {problem}
        </p>
        <p
          id={`${id}-count`}
          className={`ml-auto text-[13px] tabular-nums ${isTooLong ? 'text-bad font-medium' : 'text-ink-faint'}`}
        >
          {value.trim().length}/{LONGEST_QUESTION}
          <span className="sr-only"> characters</span>
        </p>
        {/* Two elements: as one, it would become Ask during the click on Stop, and ask again. */}
        {onStop === null ? (
          <Button key="ask" type="submit" variant="solid" disabled={question === ''}>
            <SendHorizontal aria-hidden="true" className="size-4" />
            Ask
          </Button>
        ) : (
          // It stands where Ask stood: the second click of a double click is not meant for it.
          <Button key="stop" onClick={({ detail }) => detail < 2 && onStop()}>
            <Square aria-hidden="true" className="size-3.5 fill-current" />
            Stop
          </Button>
        )}
      </div>
    </form>
  );
}
