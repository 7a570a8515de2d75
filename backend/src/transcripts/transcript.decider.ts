import type { RecordedSegment, TranscriptEvent, TranscriptSource } from '@earmark/contracts/transcripts';
import type { Pin } from '@earmark/contracts/vocabulary';
import { Appends, type Decider } from '../kit/decider.ts';

interface Version {
  chunks: Set<number>;
  recorded: boolean;
}

export interface TranscriptState {
  versions: Map<string, Version>;
  active: string | null;
}

/** Records a version in chunks and makes it the one that is shown. A re-run goes on where an earlier one was cut off. */
export interface RecordTranscript {
  readonly episodeUuid: string;
  readonly versionId: string;
  readonly source: TranscriptSource;
  readonly form: string;
  readonly chunks: readonly (readonly RecordedSegment[])[];
  readonly speakers: readonly { speakerId: string; name: string }[];
  readonly warnings: readonly string[];
  /** In force for the episode, or the vocabulary's head when it has none yet. */
  readonly pin: Pin;
}

const versionOf = (state: TranscriptState, versionId: string): Version => {
  const known = state.versions.get(versionId) ?? { chunks: new Set(), recorded: false };
  state.versions.set(versionId, known);

  return known;
};

export const transcript: Decider<TranscriptState, RecordTranscript, TranscriptEvent> = {
  category: 'transcript',
  initial: () => ({ versions: new Map(), active: null }),
  evolve: (state, event) => {
    switch (event.type) {
      case 'SegmentsRecorded':
        versionOf(state, event.data.versionId).chunks.add(event.data.chunk);
        return state;
      case 'TranscriptRecorded':
        versionOf(state, event.data.versionId).recorded = true;
        return state;
      case 'TranscriptActivated':
        state.active = event.data.versionId;
        return state;
    }
  },
  decide: (state, command) => {
    const { episodeUuid, versionId, chunks, pin } = command;
    if (state.active === versionId) return [];
    const known = state.versions.get(versionId);
    const activated: TranscriptEvent = {
      type: 'TranscriptActivated',
      data: { episodeUuid, versionId, replaced: state.active, pin },
    };
    if (known?.recorded) return [activated];

    const missing = chunks.flatMap((segments, chunk): TranscriptEvent[] =>
      known?.chunks.has(chunk)
        ? []
        : [{ type: 'SegmentsRecorded', data: { episodeUuid, versionId, chunk, segments: [...segments] } }],
    );
    const recorded: TranscriptEvent = {
      type: 'TranscriptRecorded',
      data: {
        episodeUuid,
        versionId,
        source: command.source,
        form: command.form,
        speakers: [...command.speakers],
        chunks: chunks.length,
        segments: chunks.reduce((sum, segments) => sum + segments.length, 0),
        warnings: [...command.warnings],
      },
    };

    // One event of up to 256 KB an append: together they could pass the log's limit. A small transcript is one append.
    return missing.length === 1
      ? [...missing, recorded, activated]
      : new Appends([...missing.map((event) => [event]), [recorded, activated]]);
  },
};
