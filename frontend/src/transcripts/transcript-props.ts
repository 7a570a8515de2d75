import type { Correction, SegmentView } from '@earmark/contracts/transcripts';
import type { ReactNode, Ref } from 'react';
import type { Playback } from '../kit/playback.ts';
import type { ScrollLine, ScrollPlace } from '../kit/router/scroll-places.ts';
import type { HuedSpan } from './all-marks.ts';
import type { Correcting } from './correcting/use-correcting.ts';
import type { TranscriptSearch } from './find.ts';
import type { MarkedEntity } from './marked-place.ts';
import type { Marking } from './matches.ts';
import type { Quote } from './quote.ts';

/** Handle for the page's keyboard shortcuts and sharing. */
export interface TranscriptHandle {
  readonly stepMention: (by: 1 | -1) => void;
  /** Goes to the next or previous segment of the audio. */
  readonly stepSegment: (by: 1 | -1) => void;
  readonly openFind: () => void;
  readonly toggleFollow: () => void;
  /** Opens a segment for correcting: the one with the focus, the spoken one or the first in view. */
  readonly correct: () => void;
  /** Null while the reader has not got to the transcript yet. */
  readonly lineInView: () => ScrollLine | null;
  /** The reader's selection, else the segment at the audio position. Null before anything was played. */
  readonly quote: () => Quote | null;
}

/** What is marked in the segments. */
export interface TranscriptMarks {
  readonly marking: Marking | null;
  /** Additional underlines; null for none. */
  readonly layer: readonly HuedSpan[] | null;
  /** Whether the marking is painted; stepping through it works either way. */
  readonly isMarked: boolean;
  readonly onClear: () => void;
  /** All entities of the episode; a click on a mark shows which of them are found there. */
  readonly entities: readonly MarkedEntity[];
  /**
   * Explains why an entity is marked in a segment; null where that is unknown. `leave` closes the explanation and returns
   * the element that gets the focus.
   */
  readonly provenance: ((entityId: string, segmentId: string, leave: () => HTMLElement | null) => ReactNode) | null;
}

/** Changes to the segments. */
export interface TranscriptChanges {
  /** Ids of segments that are marked as changed; null for none. */
  readonly changed: ReadonlySet<string> | null;
  /** Segments whose words people changed. */
  readonly corrections: readonly Correction[];
  /** Opens the history of this segment; the focus returns to its mark. */
  readonly onCorrected: (segmentId: string, mark: Element) => void;
}

/** Corrections in place. */
export interface TranscriptCorrection {
  readonly correcting: Correcting;
  /** Called at every key that changes the text. */
  readonly onTyping: () => void;
  /** Opens the editor at this segment. */
  readonly onEditor: (segmentId: string) => void;
}

export interface TranscriptProps {
  ref?: Ref<TranscriptHandle>;
  /** Of the episode. */
  title: string;
  segments: readonly SegmentView[];
  playback: Playback;
  hasAudio: boolean;
  marks: TranscriptMarks;
  changes: TranscriptChanges;
  /** For those who may correct the text; null for others. */
  correction: TranscriptCorrection | null;
  search: TranscriptSearch;
  /** Where a link asks to start; null for the beginning. */
  startMs: number | null;
  /** Where the reader, who comes back, left the page; null for an arrival. */
  returnTo: ScrollPlace | null;
  /** Explains a missing transcript. */
  missing: ReactNode;
  /** At the start of the bar: on small screens, the button that opens the entities. */
  action?: ReactNode;
}
