import { compileMatcher, hasCharacters } from '@earmark/contracts/mentions';
import { useMemo, useState } from 'react';
import { TextField } from '../ui/text-field.tsx';
import { contextOf } from '../vocabulary/pattern-draft.ts';
import { MarkedText } from './marked-text.tsx';
import { counted } from './recount-words.ts';

interface SentenceTestProps {
  name: string;
  caseSensitive: boolean;
  wholeWord: boolean;
  near: string;
  notNear: string;
  distance: string;
}

/** Tests the pattern on a typed sentence, in the browser, with the same matching rule as on the server. */
export function SentenceTest({ name, caseSensitive, wholeWord, near, notNear, distance }: SentenceTestProps) {
  const [sentence, setSentence] = useState('');
  const marks = useMemo(() => {
    const found: number[] = [];
    const context = contextOf({ near, notNear, distance });
    if (hasCharacters(name))
      compileMatcher([{ name, caseSensitive, wholeWord, ...context }]).scan(sentence, (_, start, end) =>
        found.push(start, end),
      );
    return found;
  }, [name, caseSensitive, wholeWord, near, notNear, distance, sentence]);

  return (
    <div className="flex flex-col gap-1">
      <TextField
        label="Test a sentence"
        placeholder="Type what somebody might say"
        maxLength={1000}
        autoComplete="off"
        value={sentence}
        onChange={setSentence}
        // Enter would submit the surrounding form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <output className="block text-pretty wrap-anywhere">
        {sentence.trim() !== '' && (
          <>
            <MarkedText text={sentence} marks={marks} />{' '}
            <span className="text-ink-soft text-[13px]">
              {marks.length === 0 ? 'Not found' : `Found ${counted(marks.length / 2, 'time', 'times')}`}
            </span>
          </>
        )}
      </output>
    </div>
  );
}
