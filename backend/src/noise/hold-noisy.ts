import type { HeldRow, PatternRow } from '@earmark/contracts/vocabulary';
import type { NoiseCounts } from './noise-counts.ts';

interface Rows {
  readonly rows: readonly PatternRow[];
  /** Of each row in the file. */
  readonly places: readonly number[];
}

/** Divides the rows of a file into those to add and those whose names are everyday words, to be looked at first. */
export async function holdNoisy(noise: NoiseCounts, { rows, places }: Rows): Promise<Rows & { held: HeldRow[] }> {
  const noisy = await noise.listNoisy(rows);
  const isKept = (_: unknown, index: number) => !noisy.has(index);
  const held = [...noisy].map(([index, { mentions, best }]): HeldRow => {
    const { name, entityType: type, entity, caseSensitive, wholeWord } = rows[index]!;
    const { changes, says } = best;
    const quieter = changes && {
      caseSensitive: changes.caseSensitive ?? caseSensitive,
      wholeWord: changes.wholeWord ?? wholeWord,
      near: changes.near ?? [],
    };
    return { row: places[index]!, name, type, entity, mentions, says, quieter };
  });

  return { rows: rows.filter(isKept), places: places.filter(isKept), held };
}
