import { AnswerStatements } from './answer-statements.tsx';
import type { OpenCitation } from './answer-statements.tsx';
import type { Draft } from './conversation.ts';

const STOPPED = 'Stopped. What was written so far is not kept.';

interface DraftCardProps extends OpenCitation {
  draft: Draft;
  isStopped?: boolean;
}

/** An answer while it is written, or as far as it was before it was stopped. */
export function DraftCard({ draft, isStopped = false, ...opening }: DraftCardProps) {
  const { question, note, statements, citations } = draft;

  return (
    <article aria-busy={!isStopped} aria-label={question} className="bg-surface border-line rounded-md border">
      <h3 dir="auto" className="border-line border-b px-4 py-3 text-[17px] leading-6 font-semibold wrap-anywhere">
        {question}
      </h3>
      <div className="flex flex-col gap-3 px-4 py-4">
        {note !== null && <p className="bg-warn-soft rounded-md px-3 py-2 text-[13px]">{note}</p>}
        <AnswerStatements statements={statements} citations={citations} {...opening} />
        <p className="text-ink-soft text-[13px]">
          {isStopped ? STOPPED : statements.length === 0 ? 'Searching the transcripts…' : 'Still writing…'}
        </p>
      </div>
    </article>
  );
}
