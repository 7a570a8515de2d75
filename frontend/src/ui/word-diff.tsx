import { Fragment, useMemo } from 'react';
import { wordChanges } from './change-words.ts';

interface WordDiffProps {
  /** Null for no value. */
  from: string | null;
  to: string | null;
}

/** Removed words are struck through and added ones underlined, so that they differ in more than colour. */
export function WordDiff({ from, to }: WordDiffProps) {
  const pieces = useMemo(() => wordChanges(from ?? '', to ?? ''), [from, to]);

  // The value was replaced completely, with no word in common.
  const isReplaced = pieces.length === 2 && pieces[0]?.kind === 'removed';

  return pieces.map(({ text, kind }, index) => {
    if (kind === 'same') return text;
    const isAdded = kind === 'added';
    const Tag = isAdded ? 'ins' : 'del';

    return (
      <Fragment key={index}>
        {isAdded && isReplaced && ' → '}
        <Tag className={isAdded ? 'bg-good-soft text-good rounded-xs' : 'bg-bad-soft text-bad rounded-xs line-through'}>
          <span className="sr-only">{isAdded ? ' added: ' : ' removed: '}</span>
          {text}
        </Tag>
      </Fragment>
    );
  });
}
