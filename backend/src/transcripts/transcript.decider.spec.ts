import { describe, expect, it } from '@jest/globals';
import { EpisodeUuid } from '@earmark/contracts/episodes';
import { uuidFrom } from '@earmark/contracts/kit';
import { SegmentId, SpeakerId, type TranscriptEvent, VersionId } from '@earmark/contracts/transcripts';
import { storiesOf } from '../kit/decider-spec.ts';
import {
  activateTranscript,
  emptyVersion,
  handwork,
  shownVersion,
  transcript,
  type RecordTranscript,
} from './transcript.decider.ts';

const { given } = storiesOf(transcript);
const episodeUuid = EpisodeUuid.parse('11111111-1111-4111-8111-111111111111');
const version = (name: string) => uuidFrom(episodeUuid, name, VersionId);
const pin = { vocabularyRevision: 3, matcherVersion: 1 };

it('records the chunks, closes the version and shows it', () => {
  given()
    .when(record('first', 2))
    .thenRecords(chunk('first', 0), chunk('first', 1), recorded('first', 2), activated('first', null));
});

it('does nothing when the version is already shown', () => {
  given(chunk('first', 0), recorded('first', 1), activated('first', null)).when(record('first', 1)).thenNothing();
});

it('resumes where an interrupted recording ended', () => {
  given(chunk('first', 0))
    .when(record('first', 3))
    .thenRecords(chunk('first', 1), chunk('first', 2), recorded('first', 3), activated('first', null));
});

it('records a version that nobody sees yet, also beside one that people have corrected', () => {
  const unseen = { ...record('b', 1), activates: false };
  given(chunk('a', 0), recorded('a', 1), activated('a', null), edited('a', 'x', 'y'))
    .when(unseen)
    .thenRecords(chunk('b', 0), recorded('b', 1));
  given(chunk('b', 0), recorded('b', 1)).when(unseen).thenNothing();
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

it('is not shown in place of one that was corrected after its corrections were carried over', () => {
  const events = [
    ...[chunk('a', 0), recorded('a', 1), activated('a', null), chunk('b', 0), recorded('b', 1)],
    edited('a', 'x', 'y'),
  ];
  const state = events.reduce(
    (before, event, revision) => transcript.evolve(before, { ...event, revision, id: `${revision}`, reverts: null }),
    transcript.initial(),
  );
  const show = (carriedUpTo: number) =>
    activateTranscript(state, { episodeUuid, versionId: version('b'), pin, carriedUpTo });
  expect(() => show(4)).toThrow('The transcript was corrected in the meantime. Try again.');
  expect(show(5)).toEqual([activated('b', version('a'))]);
});

describe('a transcript that people have corrected', () => {
  const corrected = [chunk('a', 0), recorded('a', 1), activated('a', null), edited('a', 'x', 'y')];
  const byFile = (detail: string) => `This transcript ${detail}; to replace it anyway, `;

  it('is replaced by another file only on request', () => {
    given(...corrected)
      .when(record('b', 1))
      .thenRejected('transcript-edited', byFile('has 1 correction by people'));
    given(...corrected, edited('a', 'y', 'z'))
      .when(record('b', 1))
      .thenRejected('transcript-edited', byFile('has 2 corrections by people'));
    given(...corrected)
      .when({ ...record('b', 1), replacesEdits: true })
      .thenRecords(chunk('b', 0), recorded('b', 1), activated('b', version('a')));
    given(...corrected, activated('b', version('a')), recorded('b', 1))
      .when(record('a', 1))
      .thenRecords(activated('a', version('b')));
  });

  it('can be replaced again when all corrections were undone', () => {
    const state = transcript.initial();
    for (const [revision, [event, reverts]] of (
      [
        ...corrected.map((one) => [one, null] as const),
        [edited('a', 'y', 'x'), '3'],
        [edited('a', 'x', 'y'), '4'],
        [edited('a', 'y', 'x'), '5'],
      ] as const
    ).entries()) {
      transcript.evolve(state, { ...event, revision, id: `${revision}`, reverts });
      expect(handwork(shownVersion(state) ?? emptyVersion()) === null).toBe(revision !== 3 && revision !== 5);
    }
  });

  it('does not include what the pipeline found, nor its undo', () => {
    given(
      chunk('a', 0),
      recorded('a', 1),
      activated('a', null),
      mapped('a', 'SPEAKER_00', 'Ada'),
      mapped('a', 'Ada', 'SPEAKER_00'),
      verified('a'),
    )
      .when(record('b', 1))
      .thenRecords(chunk('b', 0), recorded('b', 1), activated('b', version('a')));
  });

  it('includes one that was written in the editor', () => {
    given(chunk('a', 0), recorded('a', 1, 'editor'), activated('a', null))
      .when(record('b', 1))
      .thenRejected('transcript-edited', byFile('was written by people'));
  });
});

function segment(name: string, chunkNumber: number) {
  return {
    segmentId: uuidFrom(version(name), String(chunkNumber), SegmentId),
    orderKey: String(chunkNumber),
    speakerId: null,
    startMs: 0,
    endMs: 0,
    text: 'x',
  };
}

const record = (name: string, chunks: number): RecordTranscript => ({
  episodeUuid,
  versionId: version(name),
  source: 'upload',
  form: 'text',
  chunks: Array.from({ length: chunks }, (_, index) => [segment(name, index)]),
  speakers: [],
  warnings: [],
  pin,
  replacesEdits: false,
});

function chunk(name: string, number: number): TranscriptEvent {
  return {
    type: 'SegmentsRecorded',
    data: { episodeUuid, versionId: version(name), chunk: number, segments: [segment(name, number)] },
  };
}

function recorded(name: string, chunks: number, form = 'text'): TranscriptEvent {
  return {
    type: 'TranscriptRecorded',
    data: {
      episodeUuid,
      versionId: version(name),
      source: 'upload',
      form,
      speakers: [],
      chunks,
      segments: chunks,
      warnings: [],
    },
  };
}

function activated(name: string, replaced: VersionId | null): TranscriptEvent {
  return { type: 'TranscriptActivated', data: { episodeUuid, versionId: version(name), replaced, pin } };
}

function edited(name: string, from: string, to: string): TranscriptEvent {
  const { segmentId } = segment(name, 0);

  return { type: 'SegmentEdited', data: { episodeUuid, versionId: version(name), segmentId, from, to } };
}

function mapped(name: string, from: string, to: string): TranscriptEvent {
  const speakerId = uuidFrom(version(name), 'SPEAKER_00', SpeakerId);
  const mappings = [{ speakerId, from, to, confidence: 1, evidence: [] }];

  return { type: 'SpeakersMapped', data: { episodeUuid, versionId: version(name), mappings } };
}

function verified(name: string): TranscriptEvent {
  const { segmentId } = segment(name, 0);
  const [from, to] = [
    { startMs: 0, endMs: 0 },
    { startMs: 0, endMs: 300 },
  ];

  return {
    type: 'TimestampsVerified',
    data: { episodeUuid, versionId: version(name), repairs: [{ kind: 'retimed', segmentId, from, to }] },
  };
}
