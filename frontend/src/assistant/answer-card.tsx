import { NOTHING_ANSWERS } from '@earmark/contracts/assistant';
import type { Answer, Citation } from '@earmark/contracts/assistant';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { Link } from '../kit/router/routing.tsx';
import { formatMoment } from '../kit/date.ts';
import { counted } from '../kit/counted.ts';
import { CitedWords } from './cited-words.tsx';
import { AnswerStatements } from './answer-statements.tsx';
import type { OpenCitation } from './answer-statements.tsx';

interface AnswerCardProps extends OpenCitation {
  answer: Answer;
  /** What can be done with it. */
  actions: ReactNode;
  /** Rendered below it, such as the field for another question. */
  children?: ReactNode;
  level?: 2 | 3;
}

/** A question and its answer, with the passages that support it. */
export function AnswerCard({ answer, actions, children, level = 3, ...opening }: AnswerCardProps) {
  const id = useId();
  const { question, timestamp, address, note, isAnswered, statements, citations, nearest, leftOut, removed } = answer;
  const Heading = level === 2 ? 'h2' : 'h3';

  return (
    <article aria-labelledby={id} className="bg-surface border-line rounded-md border">
      <header className="border-line flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-b px-4 py-3">
        <div className="min-w-0 flex-1 basis-60">
          <Heading id={id} dir="auto" className="text-[17px] leading-6 font-semibold wrap-anywhere">
            {question}
          </Heading>
          <p className="text-ink-soft mt-0.5 text-[13px]">
            <Link to={address} className="hover:text-accent underline-offset-2 hover:underline">
              <time dateTime={timestamp}>{formatMoment(timestamp)}</time>
            </Link>
            {' · '}
            {answer.scope.sentence}
          </p>
        </div>
        <div className="-mr-2 flex flex-wrap items-center gap-1 max-sm:-ml-3">{actions}</div>
      </header>
      <div className="flex flex-col gap-3 px-4 py-4">
        {note !== null && <p className="bg-warn-soft rounded-md px-3 py-2 text-[13px]">{note}</p>}
        {statements.length === 0 && !isAnswered ? (
          <p className="reading">{NOTHING_ANSWERS}</p>
        ) : (
          <AnswerStatements statements={statements} citations={citations} {...opening} />
        )}
        {!isAnswered && nearest.length > 0 && <Nearest nearest={nearest} {...opening} />}
        {leftOut > 0 && (
          <p className="text-ink-soft text-[13px]">
            {counted(leftOut, 'statement')} had no supporting passage and {leftOut === 1 ? 'was' : 'were'} left out.
          </p>
        )}
        {removed > 0 && (
          <p className="text-ink-soft text-[13px]">
            {counted(removed, 'statement')} cited episodes that were removed since.
          </p>
        )}
      </div>
      {children}
    </article>
  );
}

function Nearest({ nearest, openCitation, onOpen }: { nearest: readonly Citation[] } & OpenCitation) {
  return (
    <section aria-label="Nearest passages">
      <h4 className="text-ink-soft text-[13px] font-medium">Nearest passages</h4>
      <ol className="mt-2 flex flex-col gap-2">
        {nearest.map((citation) => (
          <li key={citation.n}>
            <button
              type="button"
              aria-pressed={openCitation === citation}
              onClick={({ currentTarget }) => onOpen(citation, currentTarget)}
              className="border-line hover:bg-hover w-full rounded-md border px-3 py-2 text-left"
            >
              <CitedWords citation={citation} />
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
