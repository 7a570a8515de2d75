import type { CarryOverEvent } from '@earmark/contracts/carry-over';
import { featureHistory } from '../kit/history/event-history.ts';
import { ofEpisode } from '../kit/history/wording.ts';

const RECORDS_ONLY = 'It only records what happened to corrections. Undo the changes of the transcript instead.';
const accompanies = { fields: () => [], inverse: RECORDS_ONLY, bulk: null, moment: null };

export const carryOverHistory = featureHistory<CarryOverEvent>({
  kind: 'transcripts',
  category: 'carryOver',
  subject: null,
  episodeOf: ({ episodeUuid }) => episodeUuid,
  folding: null,
  inverseReadsState: false,
  isForAnalysts: false,
  events: {
    CarryOverStarted: {
      ...accompanies,
      sentence: (_, names) =>
        `A new transcript${ofEpisode(names)} is about to take over the corrections of the current one.`,
      isUnlisted: true,
    },
    CorrectionsPlaced: {
      ...accompanies,
      sentence: ({ corrections: { length } }, names) =>
        `${corrections(length)} taken over to a new transcript${ofEpisode(names)}.`,
      isUnlisted: true,
    },
    CorrectionsAsked: {
      ...accompanies,
      sentence: ({ corrections: { length } }, names) =>
        `${length === 1 ? 'One correction' : `${length} corrections`} found no sure place in a new transcript${ofEpisode(names)}.`,
      isUnlisted: true,
    },
    CorrectionsCarriedOver: {
      ...accompanies,
      sentence: ({ placed, asked, obsolete }, names) => {
        const needless = obsolete === 0 ? '' : ` ${obsolete === 1 ? 'One was' : `${obsolete} were`} no longer needed.`;
        const look = asked === 0 ? '' : ` ${asked === 1 ? 'One needs' : `${asked} need`} a look.`;
        return `${corrections(placed)} carried over to a new transcript${ofEpisode(names)}.${needless}${look}`;
      },
    },
    CorrectionAccepted: {
      ...accompanies,
      sentence: ({ isEdited }, names) =>
        `A correction was put into the new transcript${ofEpisode(names)}${isEdited ? ' in other words' : ''} before it was shown.`,
    },
    CorrectionDropped: {
      ...accompanies,
      sentence: (_, names) => `A correction of the former transcript${ofEpisode(names)} was left out of the new one.`,
    },
    CarryOverFinished: {
      ...accompanies,
      sentence: ({ outcome }, names) =>
        outcome === 'shown'
          ? `The new transcript${ofEpisode(names)} was confirmed, with the corrections that were carried over.`
          : `The corrected transcript${ofEpisode(names)} was kept, and the new one was not shown.`,
    },
  },
});

const corrections = (count: number): string => {
  if (count === 0) return 'No correction was';

  return count === 1 ? 'One correction was' : `${count} corrections were`;
};
