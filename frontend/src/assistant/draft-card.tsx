import { AnswerStatements } from './answer-statements.tsx';
import type { OpenCitation } from './answer-statements.tsx';
import type { Draft } from './conversation.ts';

/** An answer while it is written. */
export function DraftCard({ draft, ...opening }: { draft: Draft } & OpenCitation) {
  const { question, note, statements, citations } = draft;

  return (
    <article aria-busy="true" aria-label={question} className="bg-surface border-line rounded-md border">
      <h3 dir="auto" className="border-line border-b px-4 py-3 text-[17px] leading-6 font-semibold wrap-anywhere">
        {question}
      </h3>
      <div className="flex flex-col gap-3 px-4 py-4">
        {note !== null && <p className="bg-warn-soft rounded-md px-3 py-2 text-[13px]">{note}</p>}
        <AnswerStatements statements={statements} citations={citations} {...opening} />
        <p className="text-ink-soft text-[13px]">
          {statements.length === 0 ? 'Searching the transcripts…' : 'Still writing…'}
        </p>
      </div>
    </article>
  );
}
