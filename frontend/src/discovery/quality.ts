import type { QualityRow } from '@earmark/contracts/discovery';

export type Counts = Pick<QualityRow, 'proposed' | 'approved' | 'corrected' | 'rejected' | 'pending'>;

const NONE: Counts = { proposed: 0, approved: 0, corrected: 0, rejected: 0, pending: 0 };

export const sumOf = (rows: readonly Counts[]): Counts =>
  rows.reduce(
    (sum, row) => ({
      proposed: sum.proposed + row.proposed,
      approved: sum.approved + row.approved,
      corrected: sum.corrected + row.corrected,
      rejected: sum.rejected + row.rejected,
      pending: sum.pending + row.pending,
    }),
    NONE,
  );

/** The share of the decided ones that were approved as proposed, between 0 and 1; null: nothing was decided. */
export function shareRight({ approved, corrected, rejected }: Counts): number | null {
  const decided = approved + corrected + rejected;

  return decided === 0 ? null : approved / decided;
}

export const shareWords = (share: number | null): string => (share === null ? '–' : `${Math.round(share * 100)} %`);

/** As the finder or the service names it; ours begins a line. */
export const modelName = ({ provider, model }: Pick<QualityRow, 'provider' | 'model'>): string =>
  provider === 'offline' ? `${model.charAt(0).toUpperCase()}${model.slice(1)}` : model;

export interface ModelRows {
  readonly name: string;
  readonly rows: readonly QualityRow[];
  readonly sum: Counts;
}

/** The rows by model, those of the model with most proposals first. */
export function byModel(rows: readonly QualityRow[]): ModelRows[] {
  const groups = new Map<string, QualityRow[]>();
  for (const row of rows) groups.set(modelName(row), [...(groups.get(modelName(row)) ?? []), row]);

  return [...groups]
    .map(([name, own]) => ({ name, rows: own, sum: sumOf(own) }))
    .toSorted((one, other) => other.sum.proposed - one.sum.proposed || one.name.localeCompare(other.name));
}
