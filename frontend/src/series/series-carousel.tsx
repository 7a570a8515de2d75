import { useQuery } from '@tanstack/react-query';
import type { SeriesCard } from '@earmark/contracts/series';
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Link } from '../kit/router/routing.tsx';
import { IconButton } from '../ui/button.tsx';
import { Cover } from '../ui/cover.tsx';
import { useMediaQuery } from '../kit/media-query.ts';
import { Fetched, LoadingFailed } from '../ui/fetched.tsx';
import { Notice } from '../ui/notice.tsx';
import { Loading, Skeleton } from '../ui/skeleton.tsx';
import { placeOf, turnsOf } from './carousel.position.ts';
import { seriesCards } from './series.api.ts';
import './carousel.css';

const ADVANCE_MS = 3_000;

/** The dashboard's block "Podcast Series". */
export function PodcastSeries() {
  const query = useQuery(seriesCards);
  const box = 'bg-surface border-line min-h-52 justify-center rounded-md border';

  return (
    <Fetched
      query={query}
      pending={<CarouselSkeleton />}
      failed={
        <Frame>
          <LoadingFailed query={query} title="Error loading podcast series" className={box} />
        </Frame>
      }
      isEmpty={(cards) => cards.length === 0}
      empty={
        <Frame>
          <Notice title="No podcast series found" className={box}>
            Series added by an administrator appear here.
          </Notice>
        </Frame>
      }
    >
      {(cards) => <Carousel cards={cards.toSorted((one, other) => other.episodeCount - one.episodeCount)} />}
    </Fetched>
  );
}

function Frame({ children, controls }: { children: ReactNode; controls?: ReactNode }) {
  return (
    <section aria-labelledby="podcast-series" aria-roledescription="carousel">
      <div className="flex min-h-8 flex-wrap items-center gap-x-3">
        <h2 id="podcast-series" className="text-[15px] font-semibold whitespace-nowrap">
          Podcast Series
        </h2>
        {controls}
      </div>
      <div className="mt-3">{children}</div>
    </section>
  );
}

function Carousel({ cards }: { cards: readonly SeriesCard[] }) {
  const [position, setPosition] = useState(0);
  const [isHeld, setHeld] = useState({ pointer: false, touch: false, focus: false });
  const [isPaused, setPaused] = useState(false);
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)');
  const view = useRef<HTMLDivElement>(null);
  const isMoving = cards.length > 1 && !isPaused && !isStill && !isHeld.pointer && !isHeld.touch && !isHeld.focus;

  useEffect(() => {
    if (!isMoving) return undefined;
    const timer = setInterval(() => setPosition((shown) => shown + 1), ADVANCE_MS);

    return () => clearInterval(timer);
  }, [isMoving]);

  const hold = (change: Partial<typeof isHeld>) => setHeld((held) => ({ ...held, ...change }));
  // The browser would scroll a focused card into view, but the carousel position has to move instead.
  const showFocused = (index: number, card: HTMLElement) => {
    const box = view.current;
    if (box === null) return;
    box.scrollLeft = 0;
    const place = placeOf(index, position, cards.length);
    if ((place + 1) * (card.offsetWidth + 16) - 16 > box.clientWidth) setPosition(position + place);
  };

  return (
    <Frame
      controls={
        <>
          {!isStill && (
            <p className="text-ink-faint order-last basis-full text-[13px] sm:order-none sm:basis-auto">
              Hover to pause
            </p>
          )}
          <div className="ml-auto flex items-center gap-1">
            {!isStill && (
              <IconButton label={isPaused ? 'Play carousel' : 'Pause carousel'} onClick={() => setPaused(!isPaused)}>
                {isPaused ? (
                  <Play aria-hidden="true" className="size-4" />
                ) : (
                  <Pause aria-hidden="true" className="size-4" />
                )}
              </IconButton>
            )}
            <IconButton label="Previous podcast" onClick={() => setPosition(position - 1)}>
              <ChevronLeft aria-hidden="true" className="size-4" />
            </IconButton>
            <IconButton label="Next podcast" onClick={() => setPosition(position + 1)}>
              <ChevronRight aria-hidden="true" className="size-4" />
            </IconButton>
          </div>
        </>
      }
    >
      <div
        ref={view}
        className="carousel -m-1 overflow-hidden p-1"
        onMouseEnter={() => hold({ pointer: true })}
        onMouseLeave={() => hold({ pointer: false })}
        onTouchStart={() => hold({ touch: true })}
        onTouchEnd={() => hold({ touch: false })}
        onTouchCancel={() => hold({ touch: false })}
        onFocus={() => hold({ focus: true })}
        onBlur={() => hold({ focus: false })}
      >
        <ul
          aria-label="Podcast series"
          className="carousel-track flex gap-4"
          style={{ transform: `translateX(calc(var(--step) * ${-position}))` }}
        >
          {cards.map((card, index) => (
            <li
              key={card.id}
              className="carousel-card shrink-0"
              style={{
                transform: `translateX(calc(var(--step) * ${turnsOf(index, position, cards.length) * cards.length}))`,
              }}
            >
              <Link
                to={`/podcasts/${card.slug}`}
                onFocus={(event) => showFocused(index, event.currentTarget)}
                className="group block rounded-md"
              >
                <Cover src={card.imageUrl} name={card.name} className="aspect-square w-full" />
                <p className="group-hover:text-accent mt-2 truncate font-medium" title={card.name}>
                  {card.name}
                </p>
                {card.host !== null && <p className="text-ink-soft truncate text-[13px]">{card.host}</p>}
                <p className="text-ink-faint text-[13px] tabular-nums">
                  {card.episodeCount} {card.episodeCount === 1 ? 'episode' : 'episodes'}
                </p>
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </Frame>
  );
}

function CarouselSkeleton() {
  return (
    <Frame>
      <Loading label="Loading podcast series" className="carousel flex gap-4 overflow-hidden">
        {[0, 1, 2].map((index) => (
          <div key={index} className="carousel-card shrink-0">
            <Skeleton className="aspect-square w-full" />
            {/* As high as the lines of a card, so that nothing below moves. */}
            <div className="mt-2 flex h-[1lh] items-center">
              <Skeleton className="h-4 w-4/5" />
            </div>
            <div className="flex h-[1lh] items-center text-[13px]">
              <Skeleton className="h-3.5 w-1/2" />
            </div>
            <div className="flex h-[1lh] items-center text-[13px]">
              <Skeleton className="h-3.5 w-1/3" />
            </div>
          </div>
        ))}
      </Loading>
    </Frame>
  );
}
