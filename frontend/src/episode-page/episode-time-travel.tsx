import type { EpisodeMoment, EpisodePage } from '@earmark/contracts/episodes';
import { useQuery } from '@tanstack/react-query';
import { Link2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSearchParams } from '../kit/router/routing.tsx';
import { episodeMoments } from '../episodes/episodes.api.ts';
import { ChangedPassages } from '../history/changed-passages.tsx';
import { momentIndexAt } from '../history/moment-index.ts';
import { TimeSlider } from '../history/time-slider.tsx';
import { Failure } from '../ui/failure.tsx';
import { useAddress } from '../kit/address.ts';
import { Button } from '../ui/button.tsx';
import { CheckField } from '../ui/check-field.tsx';
import { formatMoment } from '../kit/date.ts';
import { usePreferences } from '../kit/preferences.ts';
import { textOfHtml } from '../ui/safe-html.tsx';
import { formatTimestamp } from '../kit/timestamp.ts';
import { AS_OF, COMPARE, NOW } from './episode-past.ts';
import type { Comparison } from './episode-past.ts';
import { copyText } from './share-copy.ts';

interface EpisodeTimeTravelProps {
  page: EpisodePage;
  /** Null while nothing is compared. */
  comparison: Comparison | null;
}

const SETTLES_AFTER_MS = 200;
/** Null until loaded. */
const NONE: readonly EpisodeMoment[] = [];

/** The slider through the changes of an episode, and the comparison with another moment. */
export function EpisodeTimeTravel({ page, comparison }: EpisodeTimeTravelProps) {
  const { data: moments = NONE, error } = useQuery(episodeMoments(page.episode.uuid));
  const changed = comparison?.changed ?? null;
  const { timeFormat } = usePreferences();
  const [params] = useSearchParams();
  const setAddress = useAddress();
  const asOf = params.get(AS_OF);
  const shown = page.asOf === undefined ? moments.length : momentIndexAt(moments, page.asOf.position);
  // The page loads once the handle has come to rest, and the handle stays there while it loads.
  const [draft, setDraft] = useState<{ over: string | null; at: number } | null>(null);
  const target = (draft && moments[draft.at]?.eventId) ?? null;
  const at = draft !== null && (asOf === draft.over || asOf === target) ? draft.at : shown;

  useEffect(() => {
    if (draft === null || draft.over !== asOf || target === asOf) return undefined;
    // Back leaves the past instead of stepping through every moment.
    const timer = setTimeout(
      () => setAddress({ [AS_OF]: target }, asOf === null ? 'push' : 'replace'),
      SETTLES_AFTER_MS,
    );

    return () => clearTimeout(timer);
  }, [draft, asOf, target, setAddress]);
  // Arrived. From here on a change of the address, by Back for example, moves the handle too.
  if (draft !== null && target === asOf) {
    if (target !== null && draft.over !== target) setDraft({ over: target, at: draft.at });
    // "Now" is not a fixed index: later changes will precede it.
    if (target === null && page.asOf === undefined) setDraft(null);
  }

  const other = params.get(COMPARE);
  const label = labelOf(other, comparison?.at ?? null);

  return (
    <section aria-label="Moments of this episode" className="bg-surface border-line rounded-md border p-4 print:hidden">
      {error === null ? (
        <TimeSlider moments={moments} at={at} onChange={(next) => setDraft({ over: asOf, at: next })} />
      ) : (
        <Failure message={error.message} />
      )}
      {page.asOf !== undefined && (
        <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
          <CheckField
            label={`Show ${label.charAt(0).toLowerCase()}${label.slice(1)}`}
            value={other !== null}
            onChange={(isOn) => setAddress({ [COMPARE]: isOn ? NOW : null })}
          />
          <Button onClick={() => void copyText(permalink(page.asOf?.eventId ?? asOf, other), 'Link copied')}>
            <Link2 aria-hidden="true" className="size-4" />
            Copy link
          </Button>
        </div>
      )}
      {comparison !== null && comparison.failure !== null && (
        <p role="alert" className="text-bad mt-3 wrap-anywhere">
          {comparison.failure}
        </p>
      )}
      {changed !== null && (
        <ChangedPassages
          label={label}
          passages={changed.segments.map(({ segmentId, from, to }) => ({
            key: segmentId,
            time: formatTimestamp((from ?? to)?.startTime ?? 0, timeFormat),
            from,
            to,
            note: from?.text === to?.text && from?.speaker === to?.speaker ? '(other times)' : null,
          }))}
          entities={changed.entities}
          description={
            changed.description && {
              from: textOfHtml(changed.description.from),
              to: textOfHtml(changed.description.to),
            }
          }
        />
      )}
    </section>
  );
}

/** Title of the comparison with the other moment, with its time if known. */
function labelOf(other: string | null, at: string | null): string {
  if (other === null || other === NOW) return 'What changed since';

  return at === null ? 'What differs from the other moment' : `What differs from ${formatMoment(at)}`;
}

/** A permanent link: an event is never removed from the log. */
function permalink(asOf: string | null, other: string | null): string {
  const url = new URL(location.href);
  const params = new URLSearchParams();
  if (asOf !== null) params.set(AS_OF, asOf);
  if (other !== null && other !== NOW) params.set(COMPARE, other);
  url.search = String(params);
  url.hash = '';

  return url.href;
}
