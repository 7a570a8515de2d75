import type { SegmentView } from '@earmark/contracts/transcripts';
import { useLayoutEffect, useRef } from 'react';
import type { ReactNode, RefObject } from 'react';
import type { Playback } from '../../kit/playback.ts';
import type { TimeFormat } from '../../kit/preferences.ts';
import { formatTimestamp } from '../../kit/timestamp.ts';
import { bringIntoView, edgesOf, isInView, scrollerOf } from '../row-scroll.ts';
import { indexOfRow, rowAt, topRowIndex } from '../segment-rows.ts';
import { CorrectionForm } from './correction-form.tsx';
import type { CorrectionFormHandle } from './correction-form.tsx';
import type { Correcting, Selected } from './use-correcting.ts';

const BESIDE_PX = 8;

interface RowCorrecting {
  /** Null for those who may not correct. */
  correcting: Correcting | null;
  areaRef: RefObject<HTMLElement | null>;
  listRef: RefObject<HTMLElement | null>;
  segments: readonly SegmentView[];
  /** Null without audio. */
  playback: Playback | null;
  timeFormat: TimeFormat;
  /** Called before a segment opens. */
  onOpen: () => void;
  /** Called at every key that changes the text. */
  onTyping: () => void;
  /** Opens the whole transcript's editor at this segment. */
  onEditor: (segmentId: string) => void;
}

/** Opens and closes the field of one row. The row stays where it is in the window, whatever height it has. */
export function useRowCorrecting(props: RowCorrecting) {
  const { correcting, areaRef, listRef, segments, playback, timeFormat, onOpen, onTyping, onEditor } = props;
  const formRef = useRef<CorrectionFormHandle>(null);
  /** The row that must not move, and whether it gets the focus. */
  const held = useRef<{ readonly id: string; readonly top: number; readonly isLeft: boolean } | null>(null);
  const open = correcting?.open ?? null;
  const openId = open?.id ?? null;
  const turn = open?.turn ?? 0;
  const indexOf = (id: string) => segments.findIndex((segment) => segment.id === id);
  const rowOf = (id: string) => (listRef.current === null ? null : rowAt(listRef.current, indexOf(id)));

  const hold = (id: string, isLeft: boolean) => {
    const row = rowOf(id);
    held.current = row === null ? null : { id, top: row.getBoundingClientRect().top, isLeft };
  };
  useLayoutEffect(() => {
    const { current: area } = areaRef;
    const { current: kept } = held;
    held.current = null;
    const id = kept?.id ?? openId;
    const row = id === null ? null : rowOf(id);
    if (area === null || row === null) return;
    if (kept === null) {
      if (open?.isAskedFor === true && !isInView(area, row)) bringIntoView(area, row);

      return;
    }
    scrollerOf(area).scrollTop += row.getBoundingClientRect().top - kept.top;
    if (!kept.isLeft) return showWhole(area, row);
    const button = row.querySelector<HTMLElement>('.segment-correct');
    if (listRef.current !== null && button !== null) makeReachable(listRef.current, button);
    button?.focus({ preventScroll: true });
    // The rows are found again at each turn.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [openId, turn]);

  if (correcting === null) return { openId: null, form: null, start: () => undefined, startActive: () => undefined };

  const start = (index: number, selected: Selected = null) => {
    const segment = segments[index];
    if (segment === undefined || segment.id === openId) return;
    if (open !== null) {
      // Going on to another segment saves this one.
      const draft = formRef.current?.finished() ?? null;
      if (draft === null) return;
      correcting.save(draft);
    }
    onOpen();
    hold(segment.id, false);
    correcting.start(segment.id, selected);
  };
  const leave = (then: () => void) => {
    if (openId !== null) hold(openId, true);
    then();
  };
  const segment = openId === null ? undefined : segments[indexOf(openId)];
  const form: ReactNode = open !== null && segment !== undefined && (
    <CorrectionForm
      ref={formRef}
      key={open.turn}
      open={open}
      segment={segment}
      time={formatTimestamp(segment.startTime, timeFormat)}
      playback={playback}
      onType={(draft) => {
        onTyping();
        correcting.keep(draft);
      }}
      onSave={(draft) => leave(() => correcting.save(draft))}
      onCancel={(draft) => leave(() => correcting.cancel(draft))}
      onEditor={() => onEditor(segment.id)}
    />
  );

  return {
    openId,
    form,
    start,
    /** Opens the row that has the focus, else the spoken one if it is in view, else the first in view. */
    startActive: (spoken: number | null) => {
      const { current: area } = areaRef;
      const { current: list } = listRef;
      if (area === null || list === null) return;
      const focused = document.activeElement?.closest<HTMLElement>('.segment') ?? null;
      const spokenRow = spoken === null ? null : rowAt(list, spoken);
      const isSpokenSeen = spokenRow !== null && isInView(area, spokenRow);
      start((focused && indexOfRow(list, focused)) ?? (isSpokenSeen ? spoken : null) ?? topRowIndex(area, list));
    },
  };
}

/** Scrolls no further than it takes to see the field and its buttons. */
function showWhole(area: HTMLElement, row: HTMLElement): void {
  const { top, bottom } = edgesOf(area);
  const inner = row.getBoundingClientRect();
  const below = inner.bottom + BESIDE_PX - bottom;
  const above = inner.top - BESIDE_PX - top;
  if (above < 0) scrollerOf(area).scrollTop += above;
  else if (below > 0) scrollerOf(area).scrollTop += Math.min(below, above);
}

/** The buttons that open a segment are one stop of the Tab key. */
function makeReachable(list: HTMLElement, button: HTMLElement): void {
  for (const other of list.querySelectorAll<HTMLElement>('.segment-correct[tabindex="0"]')) other.tabIndex = -1;
  button.tabIndex = 0;
}
