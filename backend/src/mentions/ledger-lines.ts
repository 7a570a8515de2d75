import type { EpisodeMove } from './episode-moves.ts';

/** Where a page of the ledger begins: everything before this position. */
export interface LedgerStart {
  readonly position: bigint;
  /** The number just before it; null: to be counted back from the present one. */
  readonly total: number | null;
}

/** How one event changed the number, in all episodes together. */
export interface LedgerLine extends Omit<EpisodeMove, 'episodeUuid'> {
  /** Null: it changed the number in several episodes. */
  readonly episodeUuid: string | null;
  /** The number after the event. */
  readonly total: number;
}

/** Combines the moves of one publication in many episodes in one line. Newest first; `total`: the number after all of them. */
export function linesOf(moves: readonly EpisodeMove[], total: number): LedgerLine[] {
  const lines = new Map<string, LedgerLine>();
  for (const move of moves.toSorted((a, b) => (a.position > b.position ? -1 : 1))) {
    const known = lines.get(move.eventId);
    const difference = move.difference + (known?.difference ?? 0);
    lines.set(move.eventId, { ...move, difference, episodeUuid: known ? null : move.episodeUuid, total: 0 });
  }
  let number = total;

  return [...lines.values()]
    .filter(({ difference }) => difference !== 0)
    .map((line) => {
      const after = number;
      number -= line.difference;

      return { ...line, total: after };
    });
}
