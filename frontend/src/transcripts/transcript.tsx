import { useCallback, useImperativeHandle, useLayoutEffect, useMemo, useRef } from 'react';
import type { CSSProperties } from 'react';
import { flushSync } from 'react-dom';
import { usePreferences } from '../kit/preferences.ts';
import { formatTimestamp } from '../kit/timestamp.ts';
import { useAskedPlace } from './asked-place.ts';
import { useRowCorrecting } from './correcting/use-row-correcting.tsx';
import { bringIntoView, isInWindow } from './row-scroll.ts';
import { FindBar } from './find-bar.tsx';
import { useFind } from './find.ts';
import { markAsCurrent, useFollowAlong } from './follow-along.ts';
import { FollowPill } from './follow-pill.tsx';
import { MatchBar } from './match-bar.tsx';
import { MatchRail } from './match-rail.tsx';
import { useMatchWalk } from './match-walk.ts';
import { canPaint } from './marking-paint.ts';
import { nearestMatch } from './matches.ts';
import { usePainting } from './painting.ts';
import { ReadingBar } from './reading-bar.tsx';
import { useReadingPlace } from './reading-place.ts';
import { ReadingTools } from './reading-tools.tsx';
import { useRowEvents } from './row-events.ts';
import { rowAt, topRowIndex } from './segment-rows.ts';
import { SegmentList } from './segment-list.tsx';
import { segmentQuote, selectedQuote } from './selected-quote.ts';
import { MarkedPlacePopover } from './marked-place-popover.tsx';
import { useChangedRows } from './changed-rows.ts';
import { useSpeakerChoice } from './speaker-choice.ts';
import { useSpeakerFocus } from './speaker-focus.ts';
import { SpeakerSelectOver } from './speaker-select.tsx';
import { speakersOf } from './speakers.ts';
import { makeTimeline, nearestSegment, neighbourOf } from './timeline.ts';
import type { TranscriptProps } from './transcript-props.ts';
import './transcript.css';
import './marks.css';
import './hue-marks.css';

/** Hardly any name is wider. */
const LETTER_PX = 8;

export function Transcript(props: TranscriptProps) {
  const { ref, title, segments, playback, hasAudio, marks, changes, correction, startMs, returnTo, action } = props;
  const { layer, isMarked, entities, provenance } = marks;
  const areaRef = useRef<HTMLDivElement>(null);
  const listRef = useRef<HTMLDivElement>(null);
  const sectionRef = useRef<HTMLDivElement>(null);
  const isPausedByClick = useRef(false);
  /** The audio before a row was clicked. */
  const beforeClick = useRef({ isPlaying: false, nowMs: 0 });
  const findRef = useRef<HTMLInputElement>(null);
  const { followAlong, timeFormat } = usePreferences();
  const isCorrecting = useRef(false);
  const timeline = useMemo(() => makeTimeline(segments), [segments]);
  const speakers = useMemo(() => speakersOf(segments), [segments]);
  const { isPlaying, released, place, follow, release, currentIndex } = useFollowAlong({
    areaRef,
    listRef,
    timeline,
    playback,
    startsFollowing: followAlong,
    isReturn: returnTo !== null,
    isHeld: useCallback(() => isCorrecting.current, []),
  });
  const { speaker, turns, ...choice } = useSpeakerChoice(speakers, marks.marking, marks.onClear);
  const marking = turns ?? marks.marking;
  const { lineInView, returnedIndex } = useReadingPlace({ areaRef, listRef, segments, returnTo });
  const find = useFind(segments, speaker, props.search, returnedIndex ?? 0);
  const asking = useAskedPlace({
    areaRef,
    listRef,
    entities,
    isShown: ({ href }) => isMarked && (layer !== null || marking?.href === href),
  });
  const startIndex = startMs === null ? null : nearestSegment(timeline, startMs);
  // Stepping through mentions must not be interrupted by following the spoken line.
  const onArrive = useCallback(() => release('matches'), [release]);
  const walk = useMatchWalk({
    areaRef,
    listRef,
    marking,
    firstAt: turns === null ? nearestMatch(marking, startIndex ?? 0) : choice.firstTurn,
    isFirstClicked: choice.isClicked,
    returnedAt: returnTo === null ? null : nearestMatch(marking, returnedIndex ?? 0),
    rowClass: 'is-match',
    onArrive,
  });
  const found = useMatchWalk({
    areaRef,
    listRef,
    marking: find.marking,
    firstAt: find.firstAt,
    returnedAt: returnTo === null ? null : find.firstAt,
    rowClass: 'is-found',
    onArrive,
  });
  // A search takes precedence over the selection.
  const railed =
    find.marking === null
      ? marking !== null && isMarked && { marking, at: walk.at, onGo: walk.go }
      : { marking: find.marking, at: found.at, onGo: found.go };
  usePainting(listRef, {
    segments,
    layer,
    marking: isMarked ? marking : null,
    at: walk.at,
    find: find.marking,
    foundAt: found.at,
  });

  useSpeakerFocus(listRef, segments, speaker);
  useChangedRows(listRef, segments, changes.changed);

  useLayoutEffect(() => {
    if (areaRef.current === null || listRef.current === null || startIndex === null) return undefined;
    const row = rowAt(listRef.current, startIndex);
    if (row === null) return undefined;
    if (returnTo === null) bringIntoView(areaRef.current, row);
    // With audio, the row is marked by the audio position instead.
    return hasAudio ? undefined : markAsCurrent(row);
  }, [startIndex, hasAudio, returnTo]);

  const topIndex = () =>
    areaRef.current === null || listRef.current === null ? 0 : topRowIndex(areaRef.current, listRef.current);
  const openFind = () => {
    flushSync(() => find.open(topIndex()));
    const { current: field } = findRef;
    field?.focus({ preventScroll: true });
    field?.select();
    // Before the reader has got to the transcript, the bar may be out of view.
    if (field !== null && !isInWindow(field)) field.scrollIntoView();
  };
  const list = {
    speakers,
    speaker,
    onSpeaker: (name: string | null) => (name === null ? choice.clear() : choice.choose(name, topIndex(), 'listed')),
  };
  const closeFind = () => {
    find.close();
    areaRef.current?.focus({ preventScroll: true });
  };
  const play = ({ startTime }: { startTime: number }) => {
    asking.close();
    playback.playFrom(startTime);
    follow();
  };
  const goTo = (index: number) => {
    const segment = segments[index];
    if (segment === undefined) return;
    playback.cue(segment.startTime);
    follow();
  };
  const row = useRowCorrecting({
    correcting: correction?.correcting ?? null,
    areaRef,
    listRef,
    segments,
    playback: hasAudio ? playback : null,
    timeFormat,
    onOpen: () => {
      // Neither the sound nor a panel takes the reader elsewhere.
      release('reader');
      asking.leave();
    },
    onTyping: () => correction?.onTyping(),
    onEditor: (id) => correction?.onEditor(id),
  });
  useLayoutEffect(() => {
    isCorrecting.current = row.openId !== null;
  }, [row.openId]);
  const { asked } = asking;
  const askedSegment = asked === null ? undefined : segments[asked.segmentIndex];
  useRowEvents(
    { areaRef, listRef, sectionRef },
    {
      onSpeaker: (name, index) => choice.choose(name, index, 'clicked'),
      onRow: (index, point) => {
        const segment = segments[index];
        beforeClick.current = { isPlaying: playback.isPlaying(), nowMs: playback.nowMs() };
        const markedHere = asking.find(index, point);
        asking.ask(markedHere, areaRef.current);
        if (segment === undefined || markedHere !== null || !hasAudio) return;
        isPausedByClick.current = playback.isPlaying() && index === currentIndex();
        if (isPausedByClick.current) return playback.pause();
        play(segment);
      },
      onWord: (word) => {
        if (isPausedByClick.current) playback.playFrom(playback.nowMs());
        isPausedByClick.current = false;
        if (correction === null || word === null) return;
        // The first click was not meant for the sound.
        const { isPlaying: wasPlaying, nowMs } = beforeClick.current;
        if (hasAudio && wasPlaying) playback.playFrom(nowMs);
        else if (hasAudio) {
          playback.pause();
          playback.cue(nowMs);
        }
        row.start(word.index, word.selected);
      },
      onCorrect: (index) => row.start(index),
      onCorrected: changes.onCorrected,
      onFindKey: () => {
        // A second press is left to the browser.
        if (document.activeElement === findRef.current) return false;
        openFind();

        return true;
      },
    },
  );

  useImperativeHandle(ref, () => ({
    stepMention: walk.step,
    stepSegment: (by) => {
      const next = neighbourOf(timeline, currentIndex(), by);
      if (next !== null) goTo(next);
    },
    openFind,
    correct: () => row.startActive(currentIndex()),
    lineInView,
    toggleFollow: () => (released === null ? release('reader') : follow()),
    quote: () => {
      const selected = listRef.current === null ? null : selectedQuote(listRef.current, segments);
      const segment = segments[currentIndex() ?? -1];

      return selected ?? (segment === undefined ? null : segmentQuote(segment));
    },
  }));

  const nameWidth: CSSProperties & { readonly '--name': string } = {
    '--name': `${marking === null ? -370 : marking.text.length * LETTER_PX}px`,
  };

  return (
    <div ref={sectionRef}>
      <h2 id="transcript" className="px-4 pt-3 text-[15px] font-semibold tabular-nums">
        Complete Transcript ({segments.length.toLocaleString('en-GB')} {segments.length === 1 ? 'segment' : 'segments'})
      </h2>
      <ReadingBar>
        <div className="flex min-h-12 items-center gap-x-2 px-4 max-sm:gap-x-1 max-sm:px-2 pointer-coarse:min-h-13">
          {action}
          <div className="@container flex min-w-0 flex-1 items-center">
            {/* The heading is out of view then. */}
            <p aria-hidden="true" style={nameWidth} className="reading-title text-ink-soft truncate font-medium">
              {title}
            </p>
            {marking === null ? (
              <p className="reading-hint text-ink-faint truncate text-[13px] max-sm:hidden print:hidden">
                {nothingChosen(entities.length > 0, layer !== null)}
              </p>
            ) : (
              <MatchBar
                marking={marking}
                at={walk.at}
                onStep={walk.step}
                onWhy={
                  marking.kind === 'entity' && provenance !== null
                    ? (from) => asking.askAbout(marking.matches[walk.at], from)
                    : null
                }
                onClear={turns === null ? marks.onClear : choice.clear}
                choice={turns === null ? undefined : <SpeakerSelectOver {...list} />}
              />
            )}
          </div>
          <ReadingTools {...list} isMarking={marking !== null} onFind={openFind} />
        </div>
        {find.isOpen && (
          <FindBar
            ref={findRef}
            text={find.text}
            speaker={speaker}
            options={find.options}
            marking={find.marking}
            at={found.at}
            onText={find.setText}
            onOptions={find.setOptions}
            onStep={found.step}
            onClose={closeFind}
          />
        )}
      </ReadingBar>
      <div
        ref={areaRef}
        className="transcript-rows"
        data-playable={hasAudio || undefined}
        // Receives the focus when a bar or a panel closes.
        tabIndex={-1}
      >
        <SegmentList
          ref={listRef}
          segments={segments}
          speakers={speakers}
          isPlayable={hasAudio}
          timeFormat={timeFormat}
          corrections={changes.corrections}
          isCorrectable={correction !== null}
          openId={row.openId}
          form={row.form}
          marking={canPaint() ? null : (find.marking ?? (isMarked ? marking : null))}
        />
        {railed !== false && <MatchRail listRef={listRef} {...railed} />}
      </div>
      {askedSegment !== undefined && asked !== null && (
        <MarkedPlacePopover
          place={asked}
          time={formatTimestamp(askedSegment.startTime, timeFormat)}
          provenance={provenance && ((entityId) => provenance(entityId, askedSegment.id, asking.leave))}
          onPlay={hasAudio ? () => play(askedSegment) : null}
          onClose={asking.close}
          onClosed={asking.returnFocus}
        />
      )}
      {isPlaying && released !== null && <FollowPill place={place} released={released} onFollow={follow} />}
    </div>
  );
}

/** The text shown when there is nothing to step through. */
function nothingChosen(hasEntities: boolean, areAllMarked: boolean): string {
  if (!hasEntities) return 'Nothing is marked.';

  return areAllMarked ? 'All entities are marked.' : 'Nothing is marked. Choose an entity or a speaker.';
}
