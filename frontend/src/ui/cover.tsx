import { clsx } from 'clsx';
import { useState } from 'react';
import { initialOf } from './initial.ts';

/** A square cover image; the first letter of the name if there is none or it does not load. */
export function Cover({ src, name, className }: { src: string | null; name: string; className: string }) {
  const [failedSrc, setFailedSrc] = useState<string | null>(null);
  const look = clsx('border-line shrink-0 overflow-hidden rounded-md border', className);

  if (src === null || src === failedSrc)
    return (
      <span
        aria-hidden="true"
        className={clsx(
          look,
          'bg-accent-soft text-accent-strong @container flex items-center justify-center font-semibold',
        )}
      >
        <span className="text-[max(16px,36cqi)]">{initialOf(name)}</span>
      </span>
    );

  return (
    <img
      src={src}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setFailedSrc(src)}
      className={clsx(look, 'bg-hover object-cover')}
    />
  );
}
