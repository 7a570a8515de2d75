import { bandOf, type CandidateFilter, type ConfidenceBand } from '@earmark/contracts/discovery';
import type { ReviewRow } from '@earmark/projections/queries';
import type { CANDIDATE_SORTS } from '@earmark/contracts/discovery';
import type { z } from 'zod';

type Filter = z.infer<typeof CandidateFilter>;
export type CardSort = (typeof CANDIDATE_SORTS)[number];

/** Candidates of the same folded name and status. */
export interface Card {
  readonly key: string;
  readonly foldedName: string;
  /** The most certain first. */
  readonly rows: readonly ReviewRow[];
}

/** A view's numbers, whatever the page. */
export interface ViewCounts {
  readonly total: { cards: number; candidates: number };
  readonly progress: { decided: number; mine: number; pending: number };
  readonly types: { type: string; count: number }[];
  readonly bands: { band: ConfidenceBand; count: number }[];
}

const isOfStatus = ({ status }: Filter, row: ReviewRow) => status === undefined || row.status === status;
const isOfType = ({ type }: Filter, row: ReviewRow) => type === undefined || row.type === type;
const isOfBand = ({ band }: Filter, row: ReviewRow) => band === undefined || bandOf(row.confidence) === band;

export const inView = (filter: Filter, rows: readonly ReviewRow[]): ReviewRow[] =>
  rows.filter((row) => isOfStatus(filter, row) && isOfType(filter, row) && isOfBand(filter, row));

export function cardsOf(rows: readonly ReviewRow[]): Card[] {
  const groups = new Map<string, ReviewRow[]>();
  for (const row of rows) {
    const key = `${row.status} ${row.foldedName}`;
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }

  return [...groups].map(([key, group]) => ({
    key,
    foldedName: group[0]!.foldedName,
    rows: group.sort((a, b) => Number(b.confidence) - Number(a.confidence) || b.position - a.position),
  }));
}

/** `rows`: of the whole scope. `viewerId`: whose decisions are `mine`. */
export function countView(filter: Filter, rows: readonly ReviewRow[], viewerId: string): ViewCounts {
  const shown = inView(filter, rows);
  const progress = { decided: 0, mine: 0, pending: 0 };
  const types = new Map<string, number>();
  const bands = new Map<ConfidenceBand, number>([
    ['high', 0],
    ['medium', 0],
    ['low', 0],
  ]);
  for (const row of rows) {
    if (isOfType(filter, row) && isOfBand(filter, row)) {
      progress[row.status === 'pending' ? 'pending' : 'decided']++;
      if (row.status !== 'pending' && row.reviewedId === viewerId) progress.mine++;
    }
    if (!isOfStatus(filter, row)) continue;
    if (isOfBand(filter, row)) types.set(row.type, (types.get(row.type) ?? 0) + 1);
    const band = bandOf(row.confidence);
    if (isOfType(filter, row)) bands.set(band, (bands.get(band) ?? 0) + 1);
  }
  const cards = new Set(shown.map(({ status, foldedName }) => `${status} ${foldedName}`)).size;

  return {
    total: { cards, candidates: shown.length },
    progress,
    types: [...types]
      .map(([type, count]) => ({ type, count }))
      .sort((a, b) => b.count - a.count || byText(a.type, b.type)),
    bands: [...bands].map(([band, count]) => ({ band, count })),
  };
}

/** A number by which cards are sorted, ascending. `sizeOf`: of the sorts that need the texts. */
export function rankOf(sort: CardSort, { rows }: Card, sizeOf: (rows: readonly ReviewRow[]) => number): number {
  const confidence = Number(rows[0]!.confidence);
  switch (sort) {
    case 'confidence':
      return confidence;
    case '-confidence':
      return -confidence;
    case 'uncertainty':
      return Math.round(Math.abs(confidence - 0.5) * 100);
    case 'newest':
      return -Math.max(...rows.map(({ position }) => position));
    case 'frequency':
    case 'gain':
      return -sizeOf(rows);
  }
}

export interface Ranked {
  readonly card: Card;
  readonly rank: number;
}

/** By rank, then by name. A cursor names such a place, so it holds when cards before it are decided. */
export const byRank = (a: Place, b: Place): number => a.rank - b.rank || byText(a.key, b.key);

export interface Place {
  readonly rank: number;
  readonly key: string;
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
