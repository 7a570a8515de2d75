import { Clock } from 'lucide-react';
import { useRef } from 'react';
import { Link } from '../kit/router/routing.tsx';
import { formatMoment } from '../kit/date.ts';
import { useStickyHeight } from '../kit/sticky-height.ts';

interface PastBannerProps {
  /** ISO instant of the shown version; null when only its log position is known. */
  at: string | null;
  /** Path of the current page. */
  now: string;
}

/** Reminds the reader, at any scroll position, that this is a past version of the page. */
export function PastBanner({ at, now }: PastBannerProps) {
  const banner = useRef<HTMLElement>(null);
  useStickyHeight(banner, '--past-banner');

  return (
    <>
      <div aria-hidden="true" className="border-warn pointer-events-none fixed inset-0 z-35 border-4 print:hidden" />
      <section
        ref={banner}
        aria-label="Time travel"
        className="bg-warn text-surface sticky top-(--header) z-20 flex w-full items-center justify-center gap-2.5 px-4 py-2.5 low:static print:static"
      >
        <Clock aria-hidden="true" className="size-4 shrink-0" />
        <p className="font-medium text-pretty">
          <output>
            You are reading this page as it was
            {at === null ? (
              ' then'
            ) : (
              <>
                {' on '}
                <time dateTime={at} className="whitespace-nowrap">
                  {formatMoment(at)}
                </time>
              </>
            )}
          </output>
          {' · '}
          <Link
            to={now}
            preventScrollReset
            className="font-semibold whitespace-nowrap underline underline-offset-2 focus-visible:outline-current pointer-coarse:py-3"
          >
            Back to now
          </Link>
        </p>
      </section>
    </>
  );
}
