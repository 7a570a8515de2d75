import type { SegmentView } from '@earmark/contracts/transcripts';
import { Expand, Rewind } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import type { Ref } from 'react';
import type { Playback } from '../../kit/playback.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { inputClasses } from '../../ui/text-field.tsx';
import { WordDiff } from '../../ui/word-diff.tsx';
import { PlaySegment, toggleSegment } from '../segment-sound.tsx';
import { isTyped } from './correction-drafts.ts';
import type { CorrectionDraft } from './correction-drafts.ts';
import type { OpenCorrection } from './use-correcting.ts';

const BACK_MS = 2000;
const EMPTY = 'Write some text. To delete the segment, open it in the editor.';
const CHOOSE = 'Somebody else has changed this segment. Choose first which text to keep.';

export interface CorrectionFormHandle {
  /** What would be saved; null where it cannot be, which the form then explains. */
  readonly finished: () => CorrectionDraft | null;
}

interface CorrectionFormProps {
  ref: Ref<CorrectionFormHandle>;
  open: OpenCorrection;
  /** As the page has it now. */
  segment: SegmentView;
  /** Formatted time of the segment. */
  time: string;
  /** Null without audio. */
  playback: Playback | null;
  onType: (draft: CorrectionDraft) => void;
  onSave: (draft: CorrectionDraft) => void;
  onCancel: (draft: CorrectionDraft) => void;
  onEditor: () => void;
}

/** The text of a segment as a field, in the place where it is read. */
export function CorrectionForm(props: CorrectionFormProps) {
  const { ref, open, segment, time, playback, onType, onSave, onCancel, onEditor } = props;
  const id = useId();
  const box = useRef<HTMLFieldSetElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const [draft, setDraft] = useState(open.draft);
  const [fault, setFault] = useState<string | null>(null);
  const { base, text } = draft;
  const isChanged = segment.text.trim() !== base.text.trim() && segment.text.trim() !== text.trim();
  // A field in which nothing was typed shows what is new.
  if (isChanged && !isTyped(draft)) setDraft({ base: segment, text: segment.text });
  const isClash = isChanged && isTyped(draft);

  useLayoutEffect(() => {
    const { current: field } = area;
    const [from, to] = open.selected ?? [field?.value.length ?? 0, field?.value.length ?? 0];
    field?.focus({ preventScroll: true });
    field?.setSelectionRange(from, to);
  }, [open]);

  const refuse = (why: string) => {
    setFault(why);
    area.current?.focus();

    return null;
  };
  const finished = () => (text.trim() === '' ? refuse(EMPTY) : isClash ? refuse(CHOOSE) : draft);
  useImperativeHandle(ref, () => ({ finished }));
  const save = () => {
    const done = finished();
    if (done !== null) onSave(done);
  };
  const change = (next: CorrectionDraft) => {
    setDraft(next);
    setFault(null);
    onType(next);
  };
  const back = () => playback?.playFrom(Math.max(0, playback.nowMs() - BACK_MS));
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing || event.altKey) return;
    const isSpace = event.ctrlKey && event.key === ' ';
    const isField = event.target === area.current;
    if (event.key === 'Escape') onCancel(draft);
    else if (isSpace && playback !== null && event.shiftKey) back();
    else if (isSpace && playback !== null) toggleSegment(playback, segment);
    // Segments are split in the editor, where this is the key for it.
    else if (event.key === 'Enter' && isField && event.shiftKey) event.preventDefault();
    else if (event.key === 'Enter' && (isField || event.ctrlKey || event.metaKey)) save();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  // Escape also leaves from the buttons.
  useEffect(() => {
    const { current: form } = box;
    const listen = (event: KeyboardEvent) => press(event);
    form?.addEventListener('keydown', listen);

    return () => form?.removeEventListener('keydown', listen);
  }, []);

  return (
    <fieldset ref={box} aria-label={`Correct the segment at ${time}`} className="flex min-w-0 flex-col gap-2 pt-1 pb-3">
      {isClash && (
        <div role="alert" className="bg-warn-soft flex flex-col gap-2 rounded-md p-3">
          <p className="text-warn font-semibold">Somebody else has changed this segment</p>
          <p className="wrap-anywhere">
            <span className="text-ink-soft">Theirs: </span>
            <WordDiff from={base.text} to={segment.text} />
          </p>
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => change({ base: segment, text })}>Keep mine</Button>
            <Button onClick={() => change({ base: segment, text: segment.text })}>Take theirs</Button>
          </div>
        </div>
      )}
      <textarea
        ref={area}
        aria-label="Text"
        aria-keyshortcuts="Control+Enter"
        aria-invalid={fault !== null}
        aria-describedby={`${id}-below`}
        value={text}
        onChange={(event) => change({ base, text: event.target.value })}
        className={`${inputClasses} reading field-sizing-content h-auto! max-h-96 min-h-11 resize-none py-1.5`}
      />
      <div className="flex flex-wrap items-center gap-1">
        {playback !== null && (
          <>
            <PlaySegment playback={playback} segment={segment} />
            <IconButton label="Back 2 seconds" aria-keyshortcuts="Control+Shift+Space" onClick={back}>
              <Rewind aria-hidden="true" className="size-4" />
            </IconButton>
          </>
        )}
        <Button variant="quiet" onClick={onEditor}>
          <Expand aria-hidden="true" className="size-4" />
          <span className="max-sm:sr-only">Open in the editor</span>
        </Button>
        <div className="ml-auto flex gap-1">
          <Button variant="quiet" onClick={() => onCancel(draft)}>
            Cancel
          </Button>
          <Button variant="solid" onClick={save}>
            Save
          </Button>
        </div>
      </div>
      <p
        id={`${id}-below`}
        role={fault === null ? undefined : 'alert'}
        className={fault === null ? 'text-ink-soft text-[13px] pointer-coarse:hidden' : 'text-bad text-[13px]'}
      >
        {fault ??
          (playback === null
            ? 'Enter: save · Esc: cancel · Ctrl+Z: undo'
            : 'Enter: save · Esc: cancel · Ctrl+Space: play or pause · Ctrl+Shift+Space: back 2 seconds')}
      </p>
    </fieldset>
  );
}
