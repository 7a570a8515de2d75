import type { Change } from '@earmark/contracts/history';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../ui/button.tsx';
import { Failure } from '../ui/failure.tsx';
import { textOfHtml } from '../ui/safe-html.tsx';
import { WordDiff } from '../ui/word-diff.tsx';
import { readableFields } from './field-words.ts';
import { wholeDiff } from './history.api.ts';

const SHOWN_AT_FIRST = 5;

/** The fields of a change, each compared with the state just before it. */
export function ChangeDiff({ change }: { change: Pick<Change, 'eventId' | 'diff' | 'fields'> }) {
  const { eventId, diff } = change;
  const isPart = diff.length < change.fields;
  const [isWhole, setWhole] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const whole = useQuery({ ...wholeDiff(eventId), enabled: isWhole && isPart });
  const fields = useMemo(() => readableFields(whole.data?.diff ?? diff, textOfHtml), [whole.data, diff]);
  if (fields.length === 0) return null;
  const isLoaded = !isPart || whole.data !== undefined;
  const isOpen = isWhole && isLoaded;
  const shown = isOpen ? fields : fields.slice(0, SHOWN_AT_FIRST);
  const fold = () => {
    flushSync(() => setWhole(false));
    // Hundreds of lines above the button are gone, and it with them.
    box.current?.scrollIntoView({ block: 'nearest' });
  };
  const open = () => (whole.isError ? void whole.refetch() : setWhole(true));

  return (
    <div ref={box} className="border-line mt-2 rounded-md border px-3 py-1.5">
      <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[auto_minmax(0,1fr)]">
        {shown.map((field, index) => (
          <Fragment key={index}>
            <dt className="text-ink-faint text-[13px]">{field.label}</dt>
            <dd className="wrap-anywhere max-sm:mb-1">
              <WordDiff {...field} />
            </dd>
          </Fragment>
        ))}
      </dl>
      {whole.isError && <Failure message={whole.error.message} className="mt-1" />}
      {fields.length > SHOWN_AT_FIRST && (
        <Button variant="quiet" aria-disabled={whole.isFetching} onClick={isOpen ? fold : open} className="-ml-2 px-2!">
          {isOpen ? 'Show fewer' : buttonWords(isLoaded ? fields.length : null, whole.isFetching, whole.isError)}
        </Button>
      )}
    </div>
  );
}

/** `count`: null while only the first fields are known. */
function buttonWords(count: number | null, isLoading: boolean, hasFailed: boolean): string {
  if (isLoading) return 'Loading all fields…';
  if (hasFailed) return 'Try again';

  return count === null ? 'Show all fields' : `Show all ${count.toLocaleString('en')} fields`;
}
