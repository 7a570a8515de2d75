import type { CorrectionKind, WaitingCorrection } from '@earmark/contracts/carry-over';
import { formatClock } from '@earmark/contracts/kit';
import { Play } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { inputClasses } from '../ui/text-field.tsx';
import { WordDiff } from '../ui/word-diff.tsx';
import { useDecide } from './carry-over.api.ts';

const TITLES: Readonly<Record<CorrectionKind, string>> = {
  name: 'Name of a speaker',
  text: 'Words',
  added: 'Added segment',
  deleted: 'Deleted segment',
  split: 'Split segment',
  joined: 'Joined segments',
  speaker: 'Speaker of a segment',
  times: 'Times of a segment',
  version: 'Transcript written by people',
};
/** Why one cannot be accepted. */
const NO_PLACE: Partial<Record<CorrectionKind, string>> = {
  split: 'Split the segment by hand once the new version is shown.',
  joined: 'Join the segments by hand once the new version is shown.',
  version: 'Keep the old version, or show the new one without it.',
};

interface WaitingRowProps {
  episodeUuid: string;
  correction: WaitingCorrection;
  play: ((ms: number) => void) | null;
  onDecided: () => void;
}

/** A correction beside what the new transcript says. */
export function WaitingRow({ episodeUuid, correction, play, onDecided }: WaitingRowProps) {
  const { id, kind, speaker, before, corrected, now, proposal, oldTime, newTime, canAccept } = correction;
  const decide = useDecide(episodeUuid);
  const titleId = useId();
  const [text, setText] = useState<string | null>(null);
  const answer = (decision: 'accept' | 'drop') =>
    decide.mutate(
      { id, decision, ...(decision === 'accept' && text !== null ? { text: text.trim() } : {}) },
      { onSuccess: onDecided },
    );
  const isAboutTimes = kind === 'times';

  return (
    <li tabIndex={-1} aria-labelledby={titleId} className="px-4 py-3 focus-visible:-outline-offset-2">
      <h3 id={titleId} className="font-semibold">
        {TITLES[kind]}
        {kind !== 'version' && <span className="text-ink-soft font-normal">, {speaker}</span>}
      </h3>
      {kind !== 'version' && (
        <div className="mt-2 grid gap-3 md:grid-cols-2">
          <Side title="Corrected" from={oldTime.startTime} play={play}>
            {isAboutTimes ? (
              <>
                {span(oldTime)}: {corrected}
              </>
            ) : (
              <WordDiff from={before} to={corrected} />
            )}
          </Side>
          <Side title="New transcript" from={newTime?.startTime ?? null} play={play}>
            {newTime === null ? (
              <span className="text-ink-soft">Nothing is said here.</span>
            ) : isAboutTimes ? (
              <>
                {span(newTime)}: {now}
              </>
            ) : proposal === null ? (
              now
            ) : (
              <WordDiff from={now} to={text ?? proposal} />
            )}
          </Side>
        </div>
      )}
      {text !== null && <OwnWords value={text} onChange={setText} />}
      {!canAccept && (
        <p className="text-ink-soft mt-2">{NO_PLACE[kind] ?? 'The new transcript has no place for it.'}</p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        {canAccept && (
          <Button disabled={decide.isPending || text?.trim() === ''} onClick={() => answer('accept')}>
            {text === null ? 'Accept' : 'Accept these words'}
          </Button>
        )}
        {canAccept && proposal !== null && (
          <Button disabled={decide.isPending} onClick={() => setText(text === null ? proposal : null)}>
            {text === null ? 'Edit' : 'Back'}
          </Button>
        )}
        {kind !== 'version' && (
          <Button disabled={decide.isPending} onClick={() => answer('drop')}>
            Drop
          </Button>
        )}
      </div>
      {decide.error !== null && (
        <p role="alert" className="text-bad mt-2">
          {decide.error.message}
        </p>
      )}
    </li>
  );
}

function OwnWords({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => area.current?.focus(), []);

  return (
    <textarea
      ref={area}
      aria-label="Words of the new transcript"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className={`${inputClasses} mt-3 field-sizing-content h-auto! min-h-18 py-2`}
    />
  );
}

interface SideProps {
  title: string;
  /** Milliseconds; null: nothing to hear. */
  from: number | null;
  play: ((ms: number) => void) | null;
  children: ReactNode;
}

function Side({ title, from, play, children }: SideProps) {
  return (
    <div className="min-w-0">
      <div className="text-ink-soft flex items-center gap-2">
        <h4 className="font-medium">{title}</h4>
        {from !== null && play !== null && (
          <Button
            variant="quiet"
            className="h-7! px-1.5! tabular-nums"
            aria-label={`Play from ${formatClock(from)}, ${title.toLowerCase()}`}
            onClick={() => play(from)}
          >
            <Play aria-hidden="true" className="size-3.5" />
            {formatClock(from)}
          </Button>
        )}
      </div>
      <p className="mt-1 wrap-anywhere">{children}</p>
    </div>
  );
}

const span = ({ startTime, endTime }: { startTime: number; endTime: number }): string =>
  `${formatClock(startTime)}–${formatClock(endTime)}`;
