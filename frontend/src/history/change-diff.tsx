import type { FieldChange } from '@earmark/contracts/history';
import { Fragment, useMemo, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { textOfHtml } from '../ui/safe-html.tsx';
import { WordDiff } from '../ui/word-diff.tsx';
import { readableFields } from './field-words.ts';

const SHOWN_AT_FIRST = 5;

/** The fields of a change, each compared with the state just before it. */
export function ChangeDiff({ diff }: { diff: readonly FieldChange[] }) {
  const fields = useMemo(() => readableFields(diff, textOfHtml), [diff]);
  const [isWhole, setWhole] = useState(false);
  if (fields.length === 0) return null;
  const shown = isWhole ? fields : fields.slice(0, SHOWN_AT_FIRST);

  return (
    <div className="border-line mt-2 rounded-md border px-3 py-1.5">
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
      {fields.length > shown.length && (
        <Button variant="quiet" onClick={() => setWhole(true)} className="-ml-2 px-2!">
          Show all {fields.length} fields
        </Button>
      )}
    </div>
  );
}
