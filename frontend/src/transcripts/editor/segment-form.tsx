import type { SegmentView } from '@earmark/contracts/transcripts';
import { formatClock } from '@earmark/contracts/kit';
import { Combine, Scissors, Trash2, Users, X } from 'lucide-react';
import { useId, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent, Ref } from 'react';
import { Button, IconButton } from '../../ui/button.tsx';
import type { Playback } from '../../kit/playback.ts';
import { inputClasses } from '../../ui/text-field.tsx';
import { PlaySegment, toggleSegment } from '../segment-sound.tsx';
import { fieldsOf, parseClock, speakerCounts } from './segment-changes.ts';
import type { Fields } from './segment-changes.ts';

/** Where the caret begins in the text: at an offset, with all of it selected, or at its end. */
export type Caret = number | 'all' | null;

export interface SegmentFormHandle {
  readonly fields: () => Fields;
  /** Says why it cannot be left, and goes there. */
  readonly refuse: (fault: string) => void;
}

/** What can be done with the open segment. */
export interface SegmentActions {
  /** The button keeps the place of what opens. */
  readonly rename: (button: HTMLElement) => void;
  readonly merge: () => void;
  readonly split: (caret: number) => void;
  readonly remove: () => void;
  readonly cancel: () => void;
  readonly done: () => void;
  readonly next: () => void;
}

interface SegmentFormProps {
  ref: Ref<SegmentFormHandle>;
  segment: SegmentView;
  /** What was typed already. */
  typed: Fields | null;
  caret: Caret;
  rows: readonly SegmentView[];
  /** Null: there is no audio. */
  playback: Playback | null;
  hasNext: boolean;
  onType: (fields: Fields) => void;
  actions: SegmentActions;
}

const SPEAKER_LENGTH = 300;

/** The one segment that is being edited. Its text comes last, so that Tab goes on to the next segment. */
export function SegmentForm(props: SegmentFormProps) {
  const { ref, segment, typed, caret, rows, playback, hasNext, onType, actions } = props;
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const [shown, setShown] = useState(segment);
  const [fields, setFields] = useState(typed ?? fieldsOf(segment));
  const speakers = useMemo(() => [...speakerCounts(rows).keys()], [rows]);
  const [fault, setFault] = useState<string | null>(null);
  // Somebody else has changed it: what is typed stays as it is.
  if (shown !== segment) {
    setShown(segment);
    if (typed === null) setFields(fieldsOf(segment));
  }
  const isOtherForm = parseClock(fields.time) === null;

  useImperativeHandle(ref, () => ({
    fields: () => fields,
    refuse: (reason) => {
      setFault(reason);
      area.current?.focus();
    },
  }));
  useLayoutEffect(() => {
    const { current: text } = area;
    text?.focus({ preventScroll: true });
    const end = text?.value.length ?? 0;
    if (caret === 'all') text?.setSelectionRange(0, end);
    else text?.setSelectionRange(caret ?? end, caret ?? end);
  }, [caret]);

  const change = (changes: Partial<Fields>) => {
    const next = { ...fields, ...changes };
    setFields(next);
    setFault(null);
    onType(next);
  };
  const press = (event: KeyboardEvent<HTMLElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.ctrlKey && event.key === ' ' && playback !== null) {
      event.preventDefault();

      return toggleSegment(playback, segment);
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const inText = event.target === area.current;
    if (event.key === 'Enter' && event.shiftKey && inText) actions.split(area.current?.selectionStart ?? 0);
    else if (event.key === 'Enter') actions.done();
    else if (event.key === 'Tab' && !event.shiftKey && inText && hasNext) actions.next();
    else return;
    event.preventDefault();
  };

  return (
    <fieldset
      aria-label={`Segment at ${formatClock(segment.startTime)}`}
      className="bg-accent-soft flex min-w-0 flex-col gap-2 px-4 py-3"
    >
      <div className="flex flex-wrap items-center gap-2">
        <input
          aria-label="Time"
          aria-describedby={isOtherForm ? `${id}-time` : undefined}
          placeholder="HH:MM:SS"
          value={fields.time}
          maxLength={12}
          onKeyDown={press}
          onChange={(event) => change({ time: event.target.value })}
          className={`${inputClasses} w-26! tabular-nums`}
        />
        <input
          aria-label="Speaker"
          list={`${id}-speakers`}
          value={fields.speaker}
          maxLength={SPEAKER_LENGTH}
          onKeyDown={press}
          onChange={(event) => change({ speaker: event.target.value })}
          className={`${inputClasses} max-w-56 flex-1 basis-32`}
        />
        <datalist id={`${id}-speakers`}>
          {speakers.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </datalist>
        <div className="ml-auto flex flex-wrap items-center gap-0.5">
          {playback !== null && <PlaySegment playback={playback} segment={segment} />}
          <IconButton
            label="Rename speaker"
            aria-haspopup="dialog"
            onClick={(event) => actions.rename(event.currentTarget)}
          >
            <Users aria-hidden="true" className="size-4" />
          </IconButton>
          <IconButton label="Split at the caret" onClick={() => actions.split(area.current?.selectionStart ?? 0)}>
            <Scissors aria-hidden="true" className="size-4" />
          </IconButton>
          <IconButton label="Merge with next" disabled={!hasNext} onClick={actions.merge}>
            <Combine aria-hidden="true" className="size-4" />
          </IconButton>
          <IconButton label="Delete segment" onClick={actions.remove}>
            <Trash2 aria-hidden="true" className="size-4" />
          </IconButton>
          <IconButton label="Cancel" onClick={actions.cancel}>
            <X aria-hidden="true" className="size-4" />
          </IconButton>
          <Button variant="solid" onClick={actions.done} className="ml-1">
            Done
          </Button>
        </div>
      </div>
      {isOtherForm && (
        <p id={`${id}-time`} className="text-warn text-[13px]">
          Not HH:MM:SS or MM:SS: this will be 00:00:00.
        </p>
      )}
      <textarea
        ref={area}
        aria-label="Text"
        aria-invalid={fault !== null}
        aria-describedby={`${id}-below`}
        value={fields.text}
        onKeyDown={press}
        onChange={(event) => change({ text: event.target.value })}
        className={`${inputClasses} reading field-sizing-content h-auto! max-h-64 min-h-18 resize-y py-2`}
      />
      <p
        id={`${id}-below`}
        className={fault === null ? 'text-ink-soft text-[13px] pointer-coarse:hidden' : 'text-bad text-[13px]'}
      >
        {fault ??
          'Enter: done · Shift+Enter: split here · Esc: cancel · Tab: next segment · Shift+Tab: back to the fields and buttons'}
      </p>
    </fieldset>
  );
}
