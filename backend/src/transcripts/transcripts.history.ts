import { SpeakerId, type TranscriptEvent } from '@earmark/contracts/transcripts';
import { featureHistory, inverseOf } from '../kit/history/event-history.ts';
import { inEpisode, ofEpisode, quoted } from '../kit/history/wording.ts';
import { formatClock } from '@earmark/contracts/kit';
import { changedWords } from './changed-words.ts';
import { came, content, inSight, segmentPath, shown, speakerPath, went } from './history-fields.ts';
import { inverseRepair, repairedFields, repairedId, repairsInWords } from './history-repairs.ts';
import { described, exactClock, formatKind, known, span, speakerName, speakerOf } from './history-wording.ts';
import { transcript, type TranscriptState } from './transcript.decider.ts';

const undo = inverseOf<TranscriptEvent>;

export const transcriptsHistory = featureHistory<TranscriptEvent, TranscriptState>({
  kind: 'transcripts',
  category: 'transcript',
  subject: 'episode',
  folding: transcript,
  inverseReadsState: false,
  isForAnalysts: false,
  placeOf: ({ data }, state) => {
    if ('segment' in data) return data.segment.orderKey;
    if ('before' in data) return [data.before].flat()[0]!.orderKey;
    if (!('segmentId' in data) || data.versionId === null) return null;
    const version = state.versions.get(data.versionId);

    return (version?.segments.get(data.segmentId) ?? version?.deleted.get(data.segmentId))?.orderKey ?? null;
  },
  nameOf: {
    speaker: (id, { data: { versionId }, state }) =>
      versionId === null ? undefined : state?.versions.get(versionId)?.speakers.get(SpeakerId.parse(id)),
  },
  events: {
    SegmentsRecorded: {
      fields: () => [],
      inverse: 'A recorded transcript is kept. Show another version of it instead.',
      sentence: ({ segments: { length } }, names) =>
        `${length === 1 ? 'One segment' : `${length} segments`} of a transcript${ofEpisode(names)} ${length === 1 ? 'was' : 'were'} recorded.`,
      bulk: null,
      moment: null,
      // A transcript gets one line, however many chunks it was recorded in.
      isUnlisted: true,
    },
    TranscriptRecorded: {
      fields: () => [],
      inverse: 'A recorded transcript is kept. Show another version of it instead.',
      sentence: ({ segments, form }, names) =>
        `A transcript${ofEpisode(names)} of ${segments === 1 ? 'one segment' : `${segments} segments`} was recorded (${formatKind(form)}).`,
      bulk: null,
      moment: null,
    },
    TranscriptActivated: {
      fields: ({ versionId, replaced }) => [{ path: 'active', from: replaced, to: versionId }],
      // Later edits of it would become invisible.
      needs: ({ versionId }) => (versionId === null ? [] : [`versions/${versionId}/`]),
      inverseNeedsPin: true,
      inverse: ({ episodeUuid, versionId, replaced }, _state, pin) =>
        undo({ type: 'TranscriptActivated', data: { episodeUuid, versionId: replaced, replaced: versionId, pin } }),
      sentence: ({ versionId, replaced }, names) => {
        if (versionId === null) return `The transcript${ofEpisode(names)} was withdrawn.`;
        return replaced === null
          ? `The transcript${ofEpisode(names)} was added.`
          : `Another version of the transcript${ofEpisode(names)} is shown.`;
      },
      bulk: (count) => `${count} transcripts were added`,
      moment: ({ versionId, replaced }) => {
        if (versionId === null) return 'the transcript was withdrawn';
        return replaced === null ? 'the transcript was added' : 'the transcript was replaced';
      },
    },
    SegmentEdited: {
      fields: ({ versionId, segmentId, from, to }) => [{ path: `${segmentPath(versionId, segmentId)}/text`, from, to }],
      needs: ({ versionId, segmentId }) => inSight(versionId, segmentId),
      inverse: ({ from, to, ...where }) => undo({ type: 'SegmentEdited', data: { ...where, from: to, to: from } }),
      sentenceReadsState: true,
      sentence: ({ versionId, segmentId, from, to }, names, state) => {
        const place = `${known(state, versionId, segmentId)}${inEpisode(names)}`;
        const [before, after] = changedWords(from, to);
        if (before === '') return `Added ${quoted(after)} to ${place}.`;
        return after === ''
          ? `Removed ${quoted(before)} from ${place}.`
          : `Changed ${quoted(before)} to ${quoted(after)} in ${place}.`;
      },
      bulk: (count) => `${count} segments were corrected`,
      moment: (_, count) => `${passagesWere(count)} corrected`,
    },
    SegmentRetimed: {
      fields: ({ versionId, segmentId, from, to }) => [
        { path: `${segmentPath(versionId, segmentId)}/times`, from, to },
      ],
      needs: ({ versionId, segmentId }) => inSight(versionId, segmentId),
      inverse: ({ from, to, ...where }) => undo({ type: 'SegmentRetimed', data: { ...where, from: to, to: from } }),
      sentenceReadsState: true,
      sentence: ({ versionId, segmentId, from, to }, names, state) => {
        // Milliseconds, when both times look the same in whole seconds.
        const shownBy = span(from) === span(to) ? exactClock : formatClock;
        const where = `${speakerOf(state, versionId, segmentId)}${inEpisode(names)}`;

        return `Changed the times of a segment of ${where} from ${span(from, shownBy)} to ${span(to, shownBy)}.`;
      },
      bulk: (count) => `${count} segments were retimed`,
      moment: (_, count) => `${passagesWere(count)} retimed`,
    },
    SegmentAdded: {
      fields: ({ versionId, segment }) => came(versionId, segment),
      needs: ({ versionId }) => shown(versionId),
      inverse: ({ episodeUuid, versionId, segment }) =>
        undo({ type: 'SegmentDeleted', data: { episodeUuid, versionId, segment } }),
      sentenceReadsState: true,
      sentence: ({ versionId, segment }, names, state) =>
        `Added ${quoted(segment.text)} as ${described(state, versionId, segment)}${inEpisode(names)}.`,
      bulk: (count) => `${count} segments were added`,
      moment: (_, count) => `${passagesWere(count)} added`,
    },
    SegmentDeleted: {
      fields: ({ versionId, segment }) => went(versionId, segment, null),
      needs: ({ versionId }) => shown(versionId),
      inverse: (data) => undo({ type: 'SegmentRestored', data }),
      sentenceReadsState: true,
      sentence: ({ versionId, segment }, names, state) =>
        `Deleted ${quoted(segment.text)}, ${described(state, versionId, segment)}${inEpisode(names)}.`,
      bulk: (count) => `${count} segments were deleted`,
      moment: (_, count) => `${passagesWere(count)} deleted`,
    },
    SegmentRestored: {
      fields: ({ versionId, segment }) => came(versionId, segment),
      needs: ({ versionId }) => shown(versionId),
      inverse: (data) => undo({ type: 'SegmentDeleted', data }),
      sentenceReadsState: true,
      sentence: ({ versionId, segment }, names, state) =>
        `Brought back ${quoted(segment.text)}, ${described(state, versionId, segment)}${inEpisode(names)}.`,
      bulk: (count) => `${count} segments were brought back`,
      moment: (_, count) => `${passagesWere(count)} restored`,
    },
    SegmentSplit: {
      fields: ({ versionId, before, after: [first, second] }) => [
        ...content(versionId, before.segmentId, before, first),
        ...came(versionId, second),
      ],
      needs: ({ versionId, before }) => inSight(versionId, before.segmentId),
      inverse: ({ before, after, ...where }) =>
        undo({ type: 'SegmentsMerged', data: { ...where, before: after, after: before } }),
      sentenceReadsState: true,
      sentence: ({ versionId, before }, names, state) =>
        `Split ${described(state, versionId, before)}${inEpisode(names)} in two.`,
      bulk: (count) => `${count} segments were split`,
      moment: (_, count) => `${passagesWere(count)} split`,
    },
    SegmentsMerged: {
      fields: ({ versionId, before: [first, second], after }) => [
        ...content(versionId, after.segmentId, first, after),
        ...went(versionId, second, after.segmentId),
      ],
      needs: ({ versionId, after }) => inSight(versionId, after.segmentId),
      inverse: ({ before, after, ...where }) =>
        undo({ type: 'SegmentSplit', data: { ...where, before: after, after: before } }),
      sentenceReadsState: true,
      sentence: ({ versionId, after }, names, state) =>
        `Joined ${described(state, versionId, after)}${inEpisode(names)} with the next one.`,
      bulk: (count) => `${count} pairs of segments were joined`,
      moment: (_, count) => (count === 1 ? '2 passages were merged' : `passages were merged ${count} times`),
    },
    SpeakerRenamed: {
      fields: ({ versionId, speakerId, from, to }) => [{ path: speakerPath(versionId, speakerId), from, to }],
      needs: ({ versionId }) => shown(versionId),
      inverse: ({ from, to, ...where }) => undo({ type: 'SpeakerRenamed', data: { ...where, from: to, to: from } }),
      sentenceReadsState: true,
      sentence: ({ versionId, speakerId, from, to }, names, state) => {
        const segments = [...(state?.versions.get(versionId)?.segments.values() ?? [])];
        const own = segments.filter((segment) => segment.speakerId === speakerId).length;
        const where = own === 0 ? '' : ` in ${own === 1 ? 'one segment' : `${own} segments`}`;
        return `Renamed speaker ${quoted(from)} to ${quoted(to)}${where}${ofEpisode(names)}.`;
      },
      bulk: (count) => `${count} speakers were renamed`,
      moment: ({ from, to }, count) => (count === 1 ? `${from} was renamed ${to}` : `${count} speakers were renamed`),
    },
    SegmentsReassigned: {
      fields: ({ versionId, segments }) =>
        segments.map(({ segmentId, from, to }) => ({
          path: `${segmentPath(versionId, segmentId)}/speaker`,
          from,
          to,
        })),
      needs: ({ versionId, segments }) => [
        ...shown(versionId),
        ...segments.map(({ segmentId }) => `${segmentPath(versionId, segmentId)}/exists`),
      ],
      inverse: ({ episodeUuid, versionId, segments }) =>
        undo({
          type: 'SegmentsReassigned',
          data: {
            episodeUuid,
            versionId,
            segments: segments.map(({ segmentId, from, to }) => ({ segmentId, from: to, to: from })),
            speakers: [],
          },
        }),
      sentenceReadsState: true,
      sentence: ({ versionId, segments, speakers }, names, state) => {
        const introduced = new Map(speakers.map(({ speakerId, name }) => [speakerId, name]));
        const to = [...new Set(segments.map((segment) => segment.to))].map(
          (id) => (id === null ? undefined : introduced.get(id)) ?? speakerName(state, versionId, id),
        );
        const what =
          segments.length === 1
            ? known(state, versionId, segments[0]!.segmentId, segments[0]!.from)
            : `${segments.length} segments`;
        return `Gave ${what}${inEpisode(names)} to ${to.join(' and ')}.`;
      },
      bulk: (count) => `${count} groups of segments were reassigned to other speakers`,
      moment: () => 'passages were reassigned to another speaker',
    },
    // The version may be shown only later, so neither needs it to be shown.
    SpeakersMapped: {
      fields: ({ versionId, mappings }) =>
        mappings.map(({ speakerId, from, to }) => ({ path: speakerPath(versionId, speakerId), from, to })),
      inverse: ({ mappings, ...where }) =>
        undo({
          type: 'SpeakersMapped',
          data: { ...where, mappings: mappings.map(({ from, to, ...why }) => ({ ...why, from: to, to: from })) },
        }),
      sentence: ({ mappings }, names) => {
        const pairs = mappings.map(({ from, to }) => `${quoted(from)} as ${quoted(to)}`);
        return `Identified ${pairs.join(', ')}${inEpisode(names)}.`;
      },
      size: ({ mappings }) => mappings.length,
      bulk: (count) => `${count} speakers were identified`,
      moment: ({ mappings: [first, ...others] }, count) =>
        count === 1 && others.length === 0
          ? `${first!.from} was identified as ${first!.to}`
          : 'speakers were identified by name',
    },
    TimestampsVerified: {
      fields: ({ versionId, repairs }) => repairs.flatMap((repair) => repairedFields(versionId, repair)),
      needs: ({ versionId, repairs }) =>
        repairs.map((repair) => `${segmentPath(versionId, repairedId(repair))}/exists`),
      inverse: ({ repairs, ...where }) =>
        undo({ type: 'TimestampsVerified', data: { ...where, repairs: repairs.map(inverseRepair).reverse() } }),
      sentence: ({ repairs }, names) => `Repaired the times${ofEpisode(names)}: ${repairsInWords(repairs)}.`,
      size: ({ repairs }) => repairs.length,
      bulk: (count) => `the times of ${count} segments were repaired`,
      moment: ({ repairs }, count) =>
        count === 1 ? `the times of ${passages(repairs.length)} were repaired` : 'the times of passages were repaired',
    },
  },
});

const passages = (count: number): string => (count === 1 ? '1 passage' : `${count} passages`);
const passagesWere = (count: number): string => `${passages(count)} ${count === 1 ? 'was' : 'were'}`;
