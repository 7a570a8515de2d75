import type { Citation } from '@earmark/contracts/assistant';
import type { EpisodePage } from '@earmark/contracts/episodes';
import { useQuery } from '@tanstack/react-query';
import { ArrowUpRight, Play, X } from 'lucide-react';
import * as Dialog from 'radix-ui/dialog';
import { useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { Link } from '../kit/router/routing.tsx';
import { episodePage } from '../episodes/episodes.api.ts';
import { piecesOfMarks } from '../mentions/passage-text.ts';
import { usePreferences } from '../kit/preferences.ts';
import { formatTimestamp } from '../kit/timestamp.ts';
import { Button, buttonClasses, IconButton } from '../ui/button.tsx';
import { Fetched, LoadingFailed } from '../ui/fetched.tsx';
import { RowSkeletons } from '../ui/skeleton.tsx';
import { CitedWords } from './cited-words.tsx';

/** Segments shown before and after the cited ones. */
const AROUND = 15;

interface PassagePaneProps {
  citation: Citation;
  onPlay: (citation: Citation) => void;
  onClose: () => void;
}

/** The transcript at a cited passage, beside the answer. */
export function PassagePane(props: PassagePaneProps) {
  return (
    <aside
      aria-label="Cited passage"
      className="passage-pane bg-surface border-line sticky flex flex-col overflow-hidden rounded-md border"
    >
      <Pane {...props} heading={(text) => <h2 className="font-semibold wrap-anywhere">{text}</h2>} />
    </aside>
  );
}

/** The same over the answer, where there is no room beside it. */
export function PassageSheet({ onClose, ...props }: PassagePaneProps & { returnFocus: () => void }) {
  const { returnFocus, ...pane } = props;

  return (
    <Dialog.Root open modal={false} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Content
          aria-describedby={undefined}
          onInteractOutside={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            returnFocus();
          }}
          className="sheet bg-surface shadow-float border-line fixed inset-x-0 bottom-(--dock,0px) z-20 mx-auto flex max-h-[55dvh] max-w-180 flex-col rounded-t-xl border"
        >
          <Pane
            {...pane}
            onClose={onClose}
            heading={(text) => <Dialog.Title className="font-semibold wrap-anywhere">{text}</Dialog.Title>}
          />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Pane({ citation, onPlay, onClose, heading }: PassagePaneProps & { heading: (text: string) => ReactNode }) {
  const { episodeSlug, podcastSlug, episodeName, podcastName, audioUrl, link, linkAsCited, isCorrectedSince } =
    citation;
  const query = useQuery(episodePage(podcastSlug, episodeSlug));

  return (
    <>
      <div className="border-line flex shrink-0 items-start gap-2 border-b py-2 pr-2 pl-4">
        <div className="min-w-0 flex-1 py-1">
          {heading(episodeName)}
          <p className="text-ink-soft text-[13px] wrap-anywhere">{podcastName}</p>
        </div>
        <IconButton label="Close the passage" onClick={onClose}>
          <X aria-hidden="true" className="size-5" />
        </IconButton>
      </div>
      <div className="border-line flex shrink-0 flex-wrap gap-2 border-b px-4 py-2">
        {audioUrl !== null && (
          <Button onClick={() => onPlay(citation)}>
            <Play aria-hidden="true" className="size-4 fill-current" />
            Play
          </Button>
        )}
        <Link to={link} className={buttonClasses()}>
          Open transcript
          <ArrowUpRight aria-hidden="true" className="size-4" />
        </Link>
        {isCorrectedSince && (
          <Link to={linkAsCited} className={buttonClasses()}>
            Show as cited
          </Link>
        )}
      </div>
      {isCorrectedSince && (
        <div className="bg-warn-soft border-line shrink-0 border-b px-4 py-2">
          <CitedWords citation={citation} />
        </div>
      )}
      <Fetched
        query={query}
        pending={<RowSkeletons label="Loading the transcript" rows={4} />}
        failed={<LoadingFailed query={query} title="Could not load the transcript" />}
      >
        {(page) => <Segments key={citation.segmentIds[0]} page={page} citation={citation} />}
      </Fetched>
    </>
  );
}

function Segments({ page: { transcript }, citation }: { page: EpisodePage; citation: Citation }) {
  const { timeFormat } = usePreferences();
  const box = useRef<HTMLElement>(null);
  const cited = new Set(citation.segmentIds);
  const at = transcript.findIndex(({ id }) => cited.has(id));
  const from = Math.max(0, at - AROUND);

  useLayoutEffect(() => {
    const row = box.current?.querySelector<HTMLElement>('[data-cited]');
    if (box.current !== null && row) box.current.scrollTop = row.offsetTop - box.current.clientHeight / 3;
  }, []);

  if (at === -1)
    return (
      <p className="text-ink-soft px-4 py-3 text-[13px]">
        The passage is no longer in the transcript as it stands now.
      </p>
    );

  return (
    <section
      ref={box}
      aria-label="Transcript around the passage"
      // Focusable, so that it can be scrolled with the keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="relative min-h-0 overflow-y-auto overscroll-contain py-2 focus-visible:-outline-offset-2"
    >
      {transcript.slice(from, at + citation.segmentIds.length + AROUND).map((segment, index, shown) => (
        <div
          key={segment.id}
          data-cited={cited.has(segment.id) || undefined}
          className={cited.has(segment.id) ? 'bg-accent-soft px-4 py-1' : 'px-4 py-1'}
        >
          {shown[index - 1]?.speaker !== segment.speaker && (
            <p className="text-ink-soft mt-2 text-[13px] font-semibold wrap-anywhere">{segment.speaker}</p>
          )}
          <p dir="auto" className="reading wrap-anywhere">
            <span className="text-ink-faint mr-2 text-[13px] tabular-nums">
              {formatTimestamp(segment.startTime, timeFormat)}
            </span>
            {cited.has(segment.id) ? <Marked text={segment.text} citation={citation} /> : segment.text}
          </p>
        </div>
      ))}
    </section>
  );
}

/** The words of a segment with the supporting part marked, as far as they still read as cited. */
function Marked({ text, citation }: { text: string; citation: Citation }) {
  const start = citation.text.indexOf(text);
  const within = (mark: number) => Math.min(text.length, Math.max(0, mark - start));
  const marks = start === -1 ? [] : citation.marks.map(within);
  const isEmpty = (at: number) => marks[at] === marks[at % 2 === 0 ? at + 1 : at - 1];

  return piecesOfMarks(
    text,
    marks.filter((_, at) => !isEmpty(at)),
  ).map((piece, at) =>
    piece.isMarked ? (
      <mark key={at} className="mark">
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  );
}
