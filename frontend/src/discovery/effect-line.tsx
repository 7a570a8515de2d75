import type { EffectRequest } from '@earmark/contracts/discovery';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { useDebounced } from '../kit/debounced.ts';
import { decisionEffect } from './discovery.api.ts';

type Asked = z.input<typeof EffectRequest>;

/** A card that is only passed on the way is not asked about. */
const SETTLES_AFTER_MS = 120;

interface EffectLineProps {
  /** The word before the sentence. */
  label: string;
  request: Asked;
}

/** What the decision will do, in one line, before it is made. */
export function EffectLine({ label, request }: EffectLineProps) {
  const text = JSON.stringify(request);
  const settled = useDebounced(text, SETTLES_AFTER_MS);
  const isSettled = settled === text;
  const { data, error, isPlaceholderData } = useQuery({
    ...decisionEffect(request),
    enabled: isSettled,
    placeholderData: isSettled ? undefined : keepPreviousData,
  });
  const isKnown = data !== undefined && !isPlaceholderData;

  return (
    <p className="flex min-h-5 gap-2 text-[13px] text-pretty">
      <span className="text-ink-faint w-14 shrink-0">{label}</span>
      {error !== null && isSettled ? (
        <span className="text-bad wrap-anywhere">The effect could not be previewed. {error.message}</span>
      ) : (
        <span className={isKnown ? 'wrap-anywhere' : 'text-ink-faint'}>{isKnown ? data.sentence : '…'}</span>
      )}
    </p>
  );
}
