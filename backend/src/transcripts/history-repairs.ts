import type { FieldChange } from '@earmark/contracts/history';
import type { SegmentId, TimeRepair, VersionId } from '@earmark/contracts/transcripts';
import { came, content, segmentPath, went } from './history-fields.ts';

/** The segment that a repair changes and that exists before and after it. */
export const repairedId = (repair: TimeRepair): SegmentId => {
  switch (repair.kind) {
    case 'retimed':
      return repair.segmentId;
    case 'split':
      return repair.before.segmentId;
    case 'merged':
      return repair.after.segmentId;
  }
};

export function repairedFields(versionId: VersionId, repair: TimeRepair): FieldChange[] {
  switch (repair.kind) {
    case 'retimed':
      return [{ path: `${segmentPath(versionId, repair.segmentId)}/times`, from: repair.from, to: repair.to }];
    case 'split': {
      const [first, second] = repair.after;
      return [...content(versionId, first.segmentId, repair.before, first), ...came(versionId, second)];
    }
    case 'merged': {
      const [first, second] = repair.before;
      return [
        ...content(versionId, first.segmentId, first, repair.after),
        ...went(versionId, second, repair.after.segmentId),
      ];
    }
  }
}

export function inverseRepair(repair: TimeRepair): TimeRepair {
  switch (repair.kind) {
    case 'retimed':
      return { ...repair, from: repair.to, to: repair.from };
    case 'split':
      return { kind: 'merged', before: repair.after, after: repair.before };
    case 'merged':
      return { kind: 'split', before: repair.after, after: repair.before };
  }
}

/** "2 segments were retimed and 1 was split". */
export function repairsInWords(repairs: readonly TimeRepair[]): string {
  const count = (kind: TimeRepair['kind']) => repairs.filter((repair) => repair.kind === kind).length;
  const parts = [
    [count('retimed'), 'retimed'],
    [count('split'), 'split'],
    [count('merged'), 'joined with the next'],
  ] as const;

  return parts
    .filter(([number]) => number > 0)
    .map(([number, done]) => `${number} ${number === 1 ? 'segment was' : 'segments were'} ${done}`)
    .join(', ');
}
