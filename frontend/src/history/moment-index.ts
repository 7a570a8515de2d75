import type { EpisodeMoment } from '@earmark/contracts/episodes';

/** Index of the last moment at or before a log position; 0 when there is none. `moments` are oldest first. */
export function momentIndexAt(moments: readonly Pick<EpisodeMoment, 'position'>[], position: string): number {
  const later = moments.findIndex((moment) => BigInt(moment.position) > BigInt(position));

  return Math.max(0, (later === -1 ? moments.length : later) - 1);
}
