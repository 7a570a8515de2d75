import { uuidFrom } from '@earmark/contracts/kit';
import { type RecordedSegment, SpeakerId, UNKNOWN_SPEAKER, type VersionId } from '@earmark/contracts/transcripts';
import { wellFormedText } from '../kit/well-formed.ts';
import type { Version } from './transcript.decider.ts';

export interface Speaker {
  readonly speakerId: SpeakerId;
  readonly name: string;
}

/** A speaker's name as people read and write it; null when the speaker is unknown. */
export function speakerLabel(name: string | null | undefined): string | null {
  const label = wellFormedText(name ?? '').trim();

  return label === '' || label === UNKNOWN_SPEAKER ? null : label;
}

/** The label of a segment's speaker. */
export const labelOf = ({ speakers }: Version, { speakerId }: RecordedSegment): string | null =>
  speakerId === null ? null : speakerLabel(speakers.get(speakerId));

/** A segment that the caller and the log both have, and the label that the caller wrote. */
export interface LabelledSegment {
  readonly loaded: RecordedSegment;
  readonly current: RecordedSegment;
  readonly label: string | null;
  /** The caller changed the label, and nobody else did. */
  readonly isWanted: boolean;
}

/** Speaker id → new name. A speaker is renamed when all its segments have the same new label. */
export function renamedSpeakers(segments: readonly LabelledSegment[]): Map<SpeakerId, string> {
  const labels = new Map<SpeakerId, Set<string | null>>();
  const wanted = new Set<SpeakerId>();
  for (const { loaded, current, label, isWanted } of segments) {
    const { speakerId } = loaded;
    if (speakerId === null) continue;
    labels.set(speakerId, (labels.get(speakerId) ?? new Set()).add(label));
    if (isWanted && current.speakerId === speakerId) wanted.add(speakerId);
  }

  const renamed = new Map<SpeakerId, string>();
  for (const speakerId of wanted) {
    const [label, ...others] = labels.get(speakerId)!;
    if (typeof label === 'string' && others.length === 0) renamed.set(speakerId, label);
  }
  return renamed;
}

/** Finds the speaker of a label, or introduces one. */
export class SpeakerIds {
  private readonly names: Map<SpeakerId, string>;
  private readonly byLabel = new Map<string, SpeakerId>();

  constructor(
    private readonly versionId: VersionId,
    version: Version,
    renamed: ReadonlyMap<SpeakerId, string>,
  ) {
    this.names = new Map([...version.speakers, ...renamed]);
    for (const [speakerId, name] of this.names) {
      const label = speakerLabel(name);
      if (label !== null && !this.byLabel.has(label)) this.byLabel.set(label, speakerId);
    }
  }

  labelOf(speakerId: SpeakerId | null): string | null {
    return speakerId === null ? null : speakerLabel(this.names.get(speakerId));
  }

  /** `introduced` is the speaker if the version did not have it before this call. */
  find(label: string | null): { speakerId: SpeakerId | null; introduced: Speaker | null } {
    if (label === null) return { speakerId: null, introduced: null };
    const known = this.byLabel.get(label);
    if (known !== undefined) return { speakerId: known, introduced: null };

    const speakerId = this.freeId(label);
    this.names.set(speakerId, label);
    this.byLabel.set(label, speakerId);
    return { speakerId, introduced: { speakerId, name: label } };
  }

  /** The id derived from a label may belong to a speaker who has been renamed since. */
  private freeId(label: string): SpeakerId {
    for (let number = 1; ; number++) {
      const speakerId = uuidFrom(this.versionId, number === 1 ? label : `${label}#${number}`, SpeakerId);
      if (!this.names.has(speakerId)) return speakerId;
    }
  }
}
