import { Failure } from '../ui/failure.tsx';
import { Fetched } from '../ui/fetched.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link } from '../kit/router/routing.tsx';
import { Comparison } from './comparison.tsx';
import type { PreviewActions } from './preview-passages.tsx';
import { changeComparison } from './recounts.api.ts';

interface ChangeComparisonProps extends PreviewActions {
  eventId: string;
}

/** The effect of a past change of patterns, counted again in the current transcripts. */
export function ChangeComparison({ eventId, ...actions }: ChangeComparisonProps) {
  const query = useQuery(changeComparison(eventId));

  return (
    <section
      aria-label="What it changes"
      className="bg-canvas border-line mt-2 flex flex-col gap-3 rounded-md border p-3"
    >
      <Fetched
        query={query}
        pending={<p className="text-ink-soft text-[13px]">Counting…</p>}
        failed={<Failure message={query.error?.message ?? ''} />}
      >
        {(answer) => (
          <>
            <Comparison answer={answer} {...actions} />
            <p className="text-ink-soft text-[13px] text-pretty">
              What the patterns just before and just after this change find in the current transcripts if all episodes
              use them.{' '}
              <Link
                to={`/admin/recounts?${new URLSearchParams({ changes: eventId })}`}
                className="text-accent underline underline-offset-2 pointer-coarse:py-3"
              >
                Recount with this change only
              </Link>
            </p>
          </>
        )}
      </Fetched>
    </section>
  );
}
