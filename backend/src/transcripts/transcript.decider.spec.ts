import { it } from '@jest/globals';
import { uuidFrom } from '@earmark/contracts/kit';
import type { TranscriptEvent } from '@earmark/contracts/transcripts';
import { storiesOf } from '../kit/decider-spec.ts';
import { transcript, type RecordTranscript } from './transcript.decider.ts';

const { given } = storiesOf(transcript);
const episodeUuid = '11111111-1111-4111-8111-111111111111';
const version = (name: string) => uuidFrom(episodeUuid, name);
const pin = { vocabularyRevision: 3, matcherVersion: 1 };

it('records the chunks, closes the version and shows it', () => {
  given()
    .when(record('first', 2))
    .thenRecords(chunk('first', 0), chunk('first', 1), recorded('first', 2), activated('first', null));
});

it('does nothing when the version is shown already', () => {
  given(chunk('first', 0), recorded('first', 1), activated('first', null)).when(record('first', 1)).thenNothing();
});

it('goes on where an interrupted recording ended', () => {
  given(chunk('first', 0))
    .when(record('first', 3))
    .thenRecords(chunk('first', 1), chunk('first', 2), recorded('first', 3), activated('first', null));
});

it('replaces the shown version and names it', () => {
  given(chunk('first', 0), recorded('first', 1), activated('first', null))
    .when(record('second', 1))
    .thenRecords(chunk('second', 0), recorded('second', 1), activated('second', version('first')));
});

it('shows an earlier version again without recording it again', () => {
  given(
    chunk('a', 0),
    recorded('a', 1),
    activated('a', null),
    chunk('b', 0),
    recorded('b', 1),
    activated('b', version('a')),
  )
    .when(record('a', 1))
    .thenRecords(activated('a', version('b')));
});

const segment = (name: string, chunkNumber: number) => ({
  segmentId: uuidFrom(version(name), String(chunkNumber)),
  orderKey: String(chunkNumber),
  speakerId: null,
  startMs: 0,
  endMs: 0,
  text: 'x',
});

const record = (name: string, chunks: number): RecordTranscript => ({
  episodeUuid,
  versionId: version(name),
  source: 'upload',
  form: 'text',
  chunks: Array.from({ length: chunks }, (_, index) => [segment(name, index)]),
  speakers: [],
  warnings: [],
  pin,
});

const chunk = (name: string, number: number): TranscriptEvent => ({
  type: 'SegmentsRecorded',
  data: { episodeUuid, versionId: version(name), chunk: number, segments: [segment(name, number)] },
});

const recorded = (name: string, chunks: number): TranscriptEvent => ({
  type: 'TranscriptRecorded',
  data: {
    episodeUuid,
    versionId: version(name),
    source: 'upload',
    form: 'text',
    speakers: [],
    chunks,
    segments: chunks,
    warnings: [],
  },
});

const activated = (name: string, replaced: string | null): TranscriptEvent => ({
  type: 'TranscriptActivated',
  data: { episodeUuid, versionId: version(name), replaced, pin },
});
