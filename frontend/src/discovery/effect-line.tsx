import type { EffectRequest } from '@earmark/contracts/discovery';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import { useDebounced } from '../kit/debounced.ts';
import { decisionEffect } from './discovery.api.ts';

/** A card that is only passed on the way is not asked about. */
const SETTLES_AFTER_MS = 120;

interface EffectLineProps {
  /** Where the decision holds. */
  scope?: ReactNode;
  /** Null: it cannot be made yet, and the card says why. */
  request: z.input<typeof EffectRequest> | null;
}

/** What the decision will do, in one line, before it is made. */
export function EffectLine({ scope, request }: EffectLineProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-[13px]">
      {scope}
      <p className="min-h-5 min-w-0 flex-1 basis-60 text-pretty wrap-anywhere">
        {request === null ? (
          <span className="text-ink-soft">It needs a category first.</span>
        ) : (
          <Effect request={request} />
        )}
      </p>
    </div>
  );
}

function Effect({ request }: { request: z.input<typeof EffectRequest> }) {
  const text = JSON.stringify(request);
  const settled = useDebounced(text, SETTLES_AFTER_MS);
  const isSettled = settled === text;
  const { data, error, isPlaceholderData } = useQuery({
    ...decisionEffect(request),
    enabled: isSettled,
    placeholderData: isSettled ? undefined : keepPreviousData,
  });
  const isKnown = data !== undefined && !isPlaceholderData;

  return error !== null && isSettled ? (
    <span className="text-bad">The effect could not be previewed. {error.message}</span>
  ) : (
    <span className={isKnown ? undefined : 'text-ink-faint'}>{isKnown ? data.sentence : '…'}</span>
  );
}
