import type { Citation } from '@earmark/contracts/assistant';
import { usePreferences } from '../kit/preferences.ts';
import { formatTimestamp } from '../kit/timestamp.ts';
import { piecesOfMarks } from '../mentions/passage-text.ts';

/** A cited passage: who says it, in which episode and when, and the words, with the supporting part marked. */
export function CitedWords({ citation }: { citation: Citation }) {
  const { speaker, episodeName, podcastName, startMs, text, marks, isCorrectedSince } = citation;
  const { timeFormat } = usePreferences();

  return (
    <>
      <p className="text-ink-soft flex min-w-0 flex-wrap gap-x-2 text-[13px] leading-6">
        <span className="text-ink font-medium wrap-anywhere">{speaker}</span>
        <span className="tabular-nums">{formatTimestamp(startMs, timeFormat)}</span>
      </p>
      <blockquote dir="auto" className="line-clamp-6 wrap-anywhere">
        {piecesOfMarks(text, marks).map((piece, at) =>
          piece.isMarked ? (
            <mark key={at} className="mark">
              {piece.text}
            </mark>
          ) : (
            piece.text
          ),
        )}
      </blockquote>
      <p className="text-ink-soft mt-1 text-[13px] wrap-anywhere">
        {episodeName} · {podcastName}
      </p>
      {isCorrectedSince && <p className="text-warn mt-1 text-[13px]">Corrected since; shown as cited.</p>}
    </>
  );
}
