import type { StepReport } from '@earmark/contracts/transcripts';
import { isGenericLabel } from './formats/speaker-names.ts';
import type { Version } from './transcript.decider.ts';

/** Names that speak in the version. */
export function mapSpeakers({ segments, speakers }: Version): Omit<StepReport, 'outcome'> {
  const speaking = new Set([...segments.values()].map(({ speakerId }) => speakerId));
  const generic = [...speakers].filter(([id, name]) => speaking.has(id) && isGenericLabel(name));
  if (generic.length === 0) return { sentence: 'No speaker needs a name', details: [], warnings: [] };

  return { sentence: `Mapped 0 of ${generic.length} speakers`, details: [], warnings: [] };
}
