import { CircleAlert } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { safeHref } from '../kit/safe-href.ts';

interface AudioFailureProps {
  src: string;
  reason: string | null;
  onRetry: () => void;
}

/** Says why the audio cannot be played, and offers to retry or open the file. */
export function AudioFailure({ src, reason, onRetry }: AudioFailureProps) {
  const isSafe = safeHref(new URL(src, location.href).href) !== null;

  return (
    <div
      role="alert"
      className="mx-auto flex max-w-300 flex-col gap-x-4 gap-y-2 px-4 py-3 sm:flex-row sm:items-center sm:px-6"
    >
      <p className="flex min-w-0 flex-1 gap-2">
        <CircleAlert aria-hidden="true" className="text-bad size-5 shrink-0" />
        <span>
          <span className="font-medium">The audio cannot be played.</span>{' '}
          <span className="text-ink-soft">{reason}</span>
        </span>
      </p>
      <div className="flex items-center gap-3">
        {isSafe && (
          <a
            href={src}
            target="_blank"
            rel="noopener noreferrer"
            className="text-accent inline-flex h-8 items-center font-medium underline underline-offset-2 pointer-coarse:h-11"
          >
            Open the audio file
          </a>
        )}
        <Button onClick={onRetry}>Try again</Button>
      </div>
    </div>
  );
}
