import { useQuery } from '@tanstack/react-query';
import { Comparison } from './comparison.tsx';
import type { PreviewActions } from './preview-passages.tsx';
import { changeComparison } from './recounts.api.ts';

interface ChangeComparisonProps extends PreviewActions {
  eventId: string;
}

/** What a change of patterns that was made does, counted anew in the transcripts of now. */
export function ChangeComparison({ eventId, ...actions }: ChangeComparisonProps) {
  const { data, error } = useQuery(changeComparison(eventId));

  return (
    <section
      aria-label="What it changes"
      className="bg-canvas border-line mt-2 flex flex-col gap-3 rounded-md border p-3"
    >
      {error !== null ? (
        <p role="alert" className="text-bad text-[13px] wrap-anywhere">
          {error.message}
        </p>
      ) : data === undefined ? (
        <p className="text-ink-soft text-[13px]">Counting…</p>
      ) : (
        <>
          <Comparison answer={data} {...actions} />
          <p className="text-ink-soft text-[13px] text-pretty">
            What the patterns just before it and just after it find in the transcripts of now, if all episodes follow
            them.
          </p>
        </>
      )}
    </section>
  );
}
