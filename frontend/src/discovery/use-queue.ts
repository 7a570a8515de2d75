import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useSearchParams } from '../kit/router/routing.tsx';
import { useAddress } from '../kit/address.ts';
import { candidateCards } from './discovery.api.ts';
import type { ReviewView } from './review-view.ts';

/** Pages that are loaded to find the card of the address again. */
const MOST_PAGES_BACK = 10;
/** Browsers refuse to write the address at every key. */
const WRITES_AFTER_MS = 400;

interface Place {
  readonly of: string;
  /** Null until the first cards have come. */
  readonly key: string | null;
  readonly index: number;
  /** Whether the address names it, so that pages are loaded until it is found. */
  readonly isSought: boolean;
}

/** The cards of a view and the place in them, which the address keeps. */
export function useQueue(view: ReviewView) {
  const [params] = useSearchParams();
  const setAddress = useAddress();
  const viewKey = JSON.stringify(view);
  const query = useInfiniteQuery(candidateCards(view));
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query;
  const pages = data?.pages;
  const cards = useMemo(() => pages?.flatMap((page) => page.cards) ?? [], [pages]);
  const indexes = useMemo(() => new Map(cards.map(({ key }, at) => [key, at])), [cards]);
  const wanted = params.get('at');
  const [place, setPlace] = useState<Place>({ of: viewKey, key: wanted, index: 0, isSought: wanted !== null });
  // Another view begins at its first card.
  if (place.of !== viewKey) setPlace({ of: viewKey, key: wanted, index: 0, isSought: wanted !== null });
  const found = place.key === null ? undefined : indexes.get(place.key);
  const isSeeking =
    place.isSought && found === undefined && hasNextPage && !isError && (pages?.length ?? 0) < MOST_PAGES_BACK;
  // A card that is gone leaves its place to the next one.
  const current = isSeeking ? -1 : Math.min(found ?? place.index, cards.length - 1);
  const currentKey = cards[current]?.key ?? null;
  if (place.key === null && currentKey !== null)
    setPlace({ of: viewKey, key: currentKey, index: current, isSought: false });

  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  useEffect(() => {
    if (isSeeking) loadMore();
  }, [isSeeking, loadMore]);

  const write = useEffectEvent(() => {
    const at = current <= 0 ? null : currentKey;
    if (!isSeeking && pages !== undefined && at !== wanted) setAddress({ at });
  });
  useEffect(() => {
    const timer = setTimeout(() => write(), WRITES_AFTER_MS);

    return () => clearTimeout(timer);
  }, [currentKey]);

  return {
    query,
    cards,
    current,
    isSeeking,
    loadMore,
    open: useCallback(
      (key: string) => setPlace({ of: viewKey, key, index: indexes.get(key) ?? 0, isSought: false }),
      [viewKey, indexes],
    ),
  };
}
