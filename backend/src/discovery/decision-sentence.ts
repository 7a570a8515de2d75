import type { DecisionRow } from '@earmark/projections/queries';
import { titled } from '../kit/history/wording.ts';

const VERBS = {
  approved: 'Approved',
  rejected: 'Rejected',
  retyped: 'Changed the category of',
  edited: 'Changed',
} as const;

/** A decision in the list of decisions; of many candidates, how many. */
export function decisionSentence({ kind, name, type, episodeTitle, candidateIds }: DecisionRow): string {
  const verb = VERBS[kind];
  if (candidateIds.length > 1)
    return `${verb} ${candidateIds.length.toLocaleString('en')} candidates, such as ${titled(name)}.`;
  const where = episodeTitle === null ? '' : ` in ${titled(episodeTitle)}`;
  if (kind === 'retyped') return `${verb} ${titled(name)} to ${type}${where}.`;

  return `${verb} ${titled(name)}${kind === 'edited' ? '' : ` as ${type}`}${where}.`;
}
