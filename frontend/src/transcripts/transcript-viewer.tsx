import type { Correction, SegmentView } from '@earmark/contracts/transcripts';
import type { ReactNode, Ref } from 'react';
import { Notice } from '../kit/notice.tsx';
import type { Playback } from '../kit/playback.ts';
import type { HuedSpan } from './all-marks.ts';
import type { Marking } from './matches.ts';
import type { MarkedEntity } from './marked-place.ts';
import { Transcript } from './transcript.tsx';
import type { TranscriptHandle } from './transcript.tsx';

export interface TranscriptViewerProps {
  ref?: Ref<TranscriptHandle>;
  segments: readonly SegmentView[];
  playback: Playback;
  hasAudio: boolean;
  marking: Marking | null;
  /** What is underlined besides; null for nothing. */
  layer: readonly HuedSpan[] | null;
  /** Ids of segments that are marked as changed; null for none. */
  changed: ReadonlySet<string> | null;
  /** All entities of the episode: a click on what is marked tells which are found there. */
  entities: readonly MarkedEntity[];
  /**
   * Says why an entity is marked in a segment; null where that is not known. `leave` closes it and answers what has the
   * focus then.
   */
  provenance: ((entityId: string, segmentId: string, leave: () => HTMLElement | null) => ReactNode) | null;
  /** Segments whose words people changed. */
  corrections: readonly Correction[];
  /** Somebody wants to know what was done to this segment; the focus goes back to its mark. */
  onCorrected: (segmentId: string, mark: Element) => void;
  /** Whether the marking is painted; the walk through it goes on in any case. */
  isMarked: boolean;
  onClearMarking: () => void;
  /** Where a link asks to start; null for the beginning. */
  startMs: number | null;
  /** What the find bar begins with; empty when it is closed. */
  sought: string;
  /** Called when what is looked for has settled; empty when nothing is. */
  onSeek: (text: string) => void;
  /** What is known about a transcript that is not there. */
  missing: string;
  /** Stands in the title's line; on small screens what opens the entities. */
  action?: ReactNode;
}

export function TranscriptViewer(props: TranscriptViewerProps) {
  return (
    <section
      aria-labelledby="transcript"
      className="bg-surface border-line min-w-0 overflow-clip border-y max-sm:-mx-4 sm:rounded-md sm:border-x"
    >
      {props.segments.length === 0 ? (
        <Notice
          level={2}
          id="transcript"
          title="Transcript Not Available"
          action={props.action}
          className="min-h-60 justify-center"
        >
          This episode's transcript is not yet available. Please try again later or check a different episode.
          <span className="text-ink-faint mt-2 block text-[13px]">{props.missing}</span>
        </Notice>
      ) : (
        <Transcript {...props} />
      )}
    </section>
  );
}
