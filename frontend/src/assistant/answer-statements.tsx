import type { Citation, Statement } from '@earmark/contracts/assistant';
import { AnswerText } from './answer-text.tsx';
import { CitationChip } from './citation-chip.tsx';

export interface OpenCitation {
  /** The citation whose transcript is open; null for none. */
  openCitation: Citation | null;
  onOpen: (citation: Citation, from: HTMLElement) => void;
}

interface AnswerStatementsProps extends OpenCitation {
  statements: readonly Statement[];
  citations: readonly Citation[];
}

/** The statements of an answer, each followed by the numbers of its citations. */
export function AnswerStatements({ statements, citations, openCitation, onOpen }: AnswerStatementsProps) {
  const byNumber = new Map(citations.map((citation) => [citation.n, citation]));

  return (
    <div className="reading measure flex flex-col gap-2">
      {statements.map(({ kind, text, citations: cited }, at) => (
        <p
          key={at}
          dir="auto"
          className={
            kind === 'heading' ? 'mt-2 font-semibold wrap-anywhere first:mt-0' : 'wrap-anywhere whitespace-pre-line'
          }
        >
          <AnswerText text={text} />
          {cited.map((n) => {
            const citation = byNumber.get(n);

            return (
              citation !== undefined && (
                <CitationChip
                  key={n}
                  citation={citation}
                  isOpen={citation.n === openCitation?.n && citation.segmentIds[0] === openCitation.segmentIds[0]}
                  onOpen={onOpen}
                />
              )
            );
          })}
        </p>
      ))}
    </div>
  );
}
