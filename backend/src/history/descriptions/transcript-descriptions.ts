import type { FieldChange } from '@earmark/contracts/history';
import { formatClock } from '@earmark/contracts/kit';
import type { RecordedSegment, TranscriptEvent } from '@earmark/contracts/transcripts';
import type { TranscriptState } from '../../transcripts/transcript.decider.ts';
import { inEpisode, inverseOf, ofEpisode, quoted, type Descriptions, type Names } from './description.ts';
import { changedWords } from './changed-words.ts';

const undo = inverseOf<TranscriptEvent>;
const segmentPath = (versionId: string, segmentId: string) => `versions/${versionId}/segments/${segmentId}`;
const speakerPath = (versionId: string, speakerId: string) => `versions/${versionId}/speakers/${speakerId}/name`;

export const transcriptDescriptions: Descriptions<TranscriptEvent, TranscriptState> = {
  SegmentsRecorded: {
    fields: () => [],
    inverse: 'A recorded transcript stays readable; show another version of it instead.',
    sentence: ({ segments: { length } }, names) =>
      `${length === 1 ? 'One segment' : `${length} segments`} of a transcript${ofEpisode(names)} ${length === 1 ? 'was' : 'were'} recorded.`,
    bulk: null,
  },
  TranscriptRecorded: {
    fields: () => [],
    inverse: 'A recorded transcript stays readable; show another version of it instead.',
    sentence: ({ segments, form }, names) =>
      `A transcript${ofEpisode(names)} of ${segments === 1 ? 'one segment' : `${segments} segments`} was recorded (${formWords(form)}).`,
    bulk: null,
  },
  TranscriptActivated: {
    fields: ({ versionId, replaced }) => [{ path: 'active', from: replaced, to: versionId }],
    // What was edited in it since would be out of sight.
    needs: ({ versionId }) => (versionId === null ? [] : [`versions/${versionId}/`]),
    inverse: ({ episodeUuid, versionId, replaced }, _state, pin) =>
      undo({ type: 'TranscriptActivated', data: { episodeUuid, versionId: replaced, replaced: versionId, pin } }),
    sentence: ({ versionId, replaced }, names) => {
      if (versionId === null) return `The transcript${ofEpisode(names)} was taken away.`;
      return replaced === null
        ? `The transcript${ofEpisode(names)} arrived.`
        : `Another version of the transcript${ofEpisode(names)} is shown.`;
    },
    bulk: (count) => `${count} transcripts arrived`,
  },
  SegmentEdited: {
    fields: ({ versionId, segmentId, from, to }) => [{ path: `${segmentPath(versionId, segmentId)}/text`, from, to }],
    needs: ({ versionId, segmentId }) => inSight(versionId, segmentId),
    inverse: ({ from, to, ...where }) => undo({ type: 'SegmentEdited', data: { ...where, from: to, to: from } }),
    sentence: ({ versionId, segmentId, from, to }, names) => {
      const place = `${known(names, versionId, segmentId)}${inEpisode(names)}`;
      const [before, after] = changedWords(from, to);
      if (before === '') return `Added ${quoted(after)} to ${place}.`;
      return after === ''
        ? `Removed ${quoted(before)} from ${place}.`
        : `Changed ${quoted(before)} to ${quoted(after)} in ${place}.`;
    },
    bulk: (count) => `${count} segments were corrected`,
  },
  SegmentRetimed: {
    fields: ({ versionId, segmentId, from, to }) => [{ path: `${segmentPath(versionId, segmentId)}/times`, from, to }],
    needs: ({ versionId, segmentId }) => inSight(versionId, segmentId),
    inverse: ({ from, to, ...where }) => undo({ type: 'SegmentRetimed', data: { ...where, from: to, to: from } }),
    sentence: ({ versionId, segmentId, from, to }, names) => {
      // Where whole seconds tell no difference.
      const shownBy = span(from) === span(to) ? exactClock : formatClock;
      const where = `${speakerOf(names, versionId, segmentId)}${inEpisode(names)}`;

      return `Changed the times of a segment of ${where} from ${span(from, shownBy)} to ${span(to, shownBy)}.`;
    },
    bulk: (count) => `${count} segments were given other times`,
  },
  SegmentAdded: {
    fields: ({ versionId, segment }) => came(versionId, segment),
    needs: () => SHOWN,
    inverse: ({ episodeUuid, versionId, segment }) =>
      undo({ type: 'SegmentDeleted', data: { episodeUuid, versionId, segment } }),
    sentence: ({ versionId, segment }, names) =>
      `Added ${quoted(segment.text)} as ${told(names, versionId, segment)}${inEpisode(names)}.`,
    bulk: (count) => `${count} segments were added`,
  },
  SegmentDeleted: {
    fields: ({ versionId, segment }) => went(versionId, segment, null),
    needs: () => SHOWN,
    inverse: (data) => undo({ type: 'SegmentRestored', data }),
    sentence: ({ versionId, segment }, names) =>
      `Deleted ${quoted(segment.text)}, ${told(names, versionId, segment)}${inEpisode(names)}.`,
    bulk: (count) => `${count} segments were deleted`,
  },
  SegmentRestored: {
    fields: ({ versionId, segment }) => came(versionId, segment),
    needs: () => SHOWN,
    inverse: (data) => undo({ type: 'SegmentDeleted', data }),
    sentence: ({ versionId, segment }, names) =>
      `Brought back ${quoted(segment.text)}, ${told(names, versionId, segment)}${inEpisode(names)}.`,
    bulk: (count) => `${count} segments were brought back`,
  },
  SegmentSplit: {
    fields: ({ versionId, before, after: [first, second] }) => [
      ...content(versionId, before.segmentId, before, first),
      ...came(versionId, second),
    ],
    needs: ({ versionId, before }) => inSight(versionId, before.segmentId),
    inverse: ({ before, after, ...where }) =>
      undo({ type: 'SegmentsMerged', data: { ...where, before: after, after: before } }),
    sentence: ({ versionId, before }, names) => `Split ${told(names, versionId, before)}${inEpisode(names)} in two.`,
    bulk: (count) => `${count} segments were split`,
  },
  SegmentsMerged: {
    fields: ({ versionId, before: [first, second], after }) => [
      ...content(versionId, after.segmentId, first, after),
      ...went(versionId, second, after.segmentId),
    ],
    needs: ({ versionId, after }) => inSight(versionId, after.segmentId),
    inverse: ({ before, after, ...where }) =>
      undo({ type: 'SegmentSplit', data: { ...where, before: after, after: before } }),
    sentence: ({ versionId, after }, names) =>
      `Joined ${told(names, versionId, after)}${inEpisode(names)} with the next one.`,
    bulk: (count) => `${count} pairs of segments were joined`,
  },
  SpeakerRenamed: {
    fields: ({ versionId, speakerId, from, to }) => [{ path: speakerPath(versionId, speakerId), from, to }],
    needs: () => SHOWN,
    inverse: ({ from, to, ...where }) => undo({ type: 'SpeakerRenamed', data: { ...where, from: to, to: from } }),
    sentence: ({ versionId, speakerId, from, to }, names) => {
      const segments = [...(names.transcript?.versions.get(versionId)?.segments.values() ?? [])];
      const own = segments.filter((segment) => segment.speakerId === speakerId).length;
      const where = own === 0 ? '' : ` in ${own === 1 ? 'one segment' : `${own} segments`}`;
      return `Renamed speaker ${quoted(from)} to ${quoted(to)}${where}${ofEpisode(names)}.`;
    },
    bulk: (count) => `${count} speakers were renamed`,
  },
  SegmentsReassigned: {
    fields: ({ versionId, segments }) =>
      segments.map(({ segmentId, from, to }) => ({
        path: `${segmentPath(versionId, segmentId)}/speaker`,
        from,
        to,
      })),
    needs: ({ versionId, segments }) => [
      ...SHOWN,
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
    sentence: ({ versionId, segments, speakers }, names) => {
      const introduced = new Map(speakers.map(({ speakerId, name }) => [speakerId, name]));
      const to = [...new Set(segments.map((segment) => segment.to))].map(
        (id) => introduced.get(id ?? '') ?? speakerName(names, versionId, id),
      );
      const what =
        segments.length === 1
          ? known(names, versionId, segments[0]!.segmentId, segments[0]!.from)
          : `${segments.length} segments`;
      return `Gave ${what}${inEpisode(names)} to ${to.join(' and ')}.`;
    },
    bulk: (count) => `${count} groups of segments were given to other speakers`,
  },
};

const FORMS: Readonly<Record<string, string>> = {
  webvtt: 'WebVTT',
  srt: 'SubRip',
  html: 'HTML',
  editor: 'in the editor',
};
/** `podlove-json` is a kind of JSON, `text-stamps` of plain text; people need no more. */
const FORM_KINDS: readonly (readonly [RegExp, string])[] = [
  [/^html-/, 'HTML'],
  [/^text-/, 'plain text'],
  [/^markdown-/, 'Markdown'],
  [/-json$/, 'JSON'],
  [/-xml$/, 'XML'],
];

const formWords = (form: string): string =>
  FORMS[form] ?? FORM_KINDS.find(([kind]) => kind.test(form))?.[1] ?? form.toUpperCase();

/** Its version is the one that is shown. */
const SHOWN = ['active'];
const inSight = (versionId: string, segmentId: string): string[] => [
  ...SHOWN,
  `${segmentPath(versionId, segmentId)}/exists`,
];

const times = ({ startMs, endMs }: RecordedSegment) => ({ startMs, endMs });

function content(
  versionId: string,
  segmentId: string,
  before: RecordedSegment | null,
  after: RecordedSegment | null,
): FieldChange[] {
  const path = segmentPath(versionId, segmentId);

  return [
    { path: `${path}/text`, from: before?.text ?? null, to: after?.text ?? null },
    { path: `${path}/times`, from: before && times(before), to: after && times(after) },
    { path: `${path}/speaker`, from: before?.speakerId ?? null, to: after?.speakerId ?? null },
    { path: `${path}/place`, from: before?.orderKey ?? null, to: after?.orderKey ?? null },
  ];
}

const came = (versionId: string, segment: RecordedSegment): FieldChange[] => [
  { path: `${segmentPath(versionId, segment.segmentId)}/exists`, from: false, to: true },
  { path: `${segmentPath(versionId, segment.segmentId)}/gone`, from: null, to: null },
  ...content(versionId, segment.segmentId, null, segment),
];

/** Also remembers with what it went, and into which segment: who brings it back must find it so. */
const went = (versionId: string, segment: RecordedSegment, into: string | null): FieldChange[] => [
  { path: `${segmentPath(versionId, segment.segmentId)}/exists`, from: true, to: false },
  { path: `${segmentPath(versionId, segment.segmentId)}/gone`, from: null, to: { segment, into } },
  ...content(versionId, segment.segmentId, segment, null),
];

const exactClock = (ms: number): string => `${formatClock(ms)}.${String(ms % 1000).padStart(3, '0')}`;
const span = ({ startMs, endMs }: { startMs: number; endMs: number }, by = formatClock): string =>
  `${by(startMs)}–${by(endMs)}`;

const speakerName = (names: Names, versionId: string, speakerId: string | null): string =>
  (speakerId === null ? undefined : names.transcript?.versions.get(versionId)?.speakers.get(speakerId)) ??
  'an unknown speaker';

const told = (names: Names, versionId: string, { speakerId, startMs }: RecordedSegment): string =>
  `a segment of ${speakerName(names, versionId, speakerId)} at ${formatClock(startMs)}`;

function find(names: Names, versionId: string, segmentId: string): RecordedSegment | undefined {
  const version = names.transcript?.versions.get(versionId);

  return version?.segments.get(segmentId) ?? version?.deleted.get(segmentId);
}

/** As the segment is now, also when it was deleted since. */
function known(names: Names, versionId: string, segmentId: string, speakerId?: string | null): string {
  const segment = find(names, versionId, segmentId);
  if (!segment) return 'a segment';

  return told(names, versionId, speakerId === undefined ? segment : { ...segment, speakerId });
}

const speakerOf = (names: Names, versionId: string, segmentId: string): string =>
  speakerName(names, versionId, find(names, versionId, segmentId)?.speakerId ?? null);
