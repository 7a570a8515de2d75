import type { Citation } from '@earmark/contracts/assistant';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useMediaQuery } from '../kit/media-query.ts';
import { useCitationPlayback } from './citation-playback.ts';
import { PassagePane, PassageSheet } from './passage-pane.tsx';
import './assistant.css';

/** The citation whose transcript is open, and the pane that shows it beside the answers or over them. */
export function useOpenCitation() {
  const [openCitation, setOpen] = useState<Citation | null>(null);
  const from = useRef<HTMLElement | null>(null);
  const play = useCitationPlayback();
  const isWide = useMediaQuery('(min-width: 1100px)');
  const close = () => {
    setOpen(null);
    if (isWide) from.current?.focus({ preventScroll: true });
  };
  const onOpen = (citation: Citation, opener: HTMLElement) => {
    from.current = opener;
    setOpen(citation);
    play(citation);
  };
  const beside = (children: ReactNode): ReactNode => (
    <div
      className={
        openCitation !== null && isWide
          ? 'grid grid-cols-[minmax(0,1fr)_minmax(320px,26rem)] items-start gap-6'
          : 'grid grid-cols-[minmax(0,1fr)]'
      }
    >
      <div className="min-w-0">{children}</div>
      {openCitation !== null &&
        (isWide ? (
          <PassagePane citation={openCitation} onPlay={play} onClose={close} />
        ) : (
          <PassageSheet
            citation={openCitation}
            onPlay={play}
            onClose={close}
            returnFocus={() => from.current?.focus({ preventScroll: true })}
          />
        ))}
    </div>
  );

  return { openCitation, onOpen, beside };
}
