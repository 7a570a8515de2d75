import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from '../kit/router/routing.tsx';

interface Unfolded {
  /** Whether all passages of the result are shown. */
  readonly isWhole: boolean;
  /** Ids of the passages that are shown with their neighbours. */
  readonly opened: ReadonlySet<string>;
}

const FOLDED: Unfolded = { isWhole: false, opened: new Set() };

/** What a reader has unfolded of the result of an episode: kept with the results, so that Back shows the page as it was left. */
export function useUnfolded(episodeUuid: string) {
  const client = useQueryClient();
  const { key } = useLocation();
  const place = ['search', 'unfolded', key, episodeUuid];
  const [unfolded, setUnfolded] = useState(() => client.getQueryData<Unfolded>(place) ?? FOLDED);
  const change = (changed: Partial<Unfolded>) => {
    const next = { ...unfolded, ...changed };
    client.setQueryData(place, next);
    setUnfolded(next);
  };
  const { opened } = unfolded;

  return {
    ...unfolded,
    setWhole: (isWhole: boolean) => change({ isWhole }),
    toggle: (id: string) =>
      change({ opened: new Set(opened.has(id) ? [...opened].filter((one) => one !== id) : [...opened, id]) }),
  };
}
