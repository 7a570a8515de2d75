import { Notice } from '../ui/notice.tsx';
import { Transcript } from './transcript.tsx';
import type { TranscriptProps } from './transcript-props.ts';

export function TranscriptViewer(props: TranscriptProps) {
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
          {props.missing}
        </Notice>
      ) : (
        <Transcript {...props} />
      )}
    </section>
  );
}
