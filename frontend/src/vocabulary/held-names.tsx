import { NO_CONTEXT, type HeldPattern } from '@earmark/contracts/vocabulary';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { LoadingFailed } from '../ui/fetched.tsx';
import { NextPage } from '../ui/more-button.tsx';
import { ContextBadges } from './context-badges.tsx';
import { heldPatterns, useDecideHeld, type HeldDecision } from './held.api.ts';
import { useWaitingRows } from './use-waiting-rows.ts';
import { entityTypes } from './vocabulary.api.ts';

/** Names that imports held back, because the texts mostly write them as ordinary words; nothing when there are none. */
export function HeldNames() {
  const query = useInfiniteQuery(heldPatterns);
  const { data: types = [] } = useQuery(entityTypes);
  const names = query.data?.pages.flatMap(({ patterns }) => patterns) ?? [];
  const total = query.data?.pages.at(-1)?.total ?? 0;
  const heading = useRef<HTMLHeadingElement>(null);
  const { waiting, begin, end } = useWaitingRows(
    names.map(({ id }) => id),
    rowId,
    () => heading.current,
  );
  const { mutate } = useDecideHeld(end);
  if (query.data === undefined && query.error === null) return null;
  if (query.data !== undefined && total === 0) return null;

  return (
    <section aria-labelledby="held-names">
      <h2 id="held-names" ref={heading} tabIndex={-1} className="mb-3 text-[15px] font-semibold">
        Held back by imports{total > 0 && ` (${total.toLocaleString('en')})`}
      </h2>
      <div className="bg-surface border-line overflow-hidden rounded-md border">
        {query.data === undefined ? (
          <LoadingFailed query={query} level={3} title="Error loading the names held back" />
        ) : (
          <>
            <p className="text-ink-soft border-line border-b px-4 py-3 text-pretty">
              Transcripts mostly write these names as ordinary words. None of them is searched for until you add it.
            </p>
            <ul aria-label="Names held back" className="divide-line divide-y">
              {names.map((held) => (
                <HeldName
                  key={held.id}
                  held={held}
                  category={types.find(({ name }) => name === held.type)?.displayName ?? held.type}
                  isPending={waiting.has(held.id)}
                  onDecide={(kind) => {
                    begin(held.id);
                    mutate({ kind, held });
                  }}
                />
              ))}
            </ul>
            <NextPage query={query} />
          </>
        )}
      </div>
    </section>
  );
}

interface HeldNameProps {
  held: HeldPattern;
  /** As people see it. */
  category: string;
  isPending: boolean;
  onDecide: (kind: HeldDecision['kind']) => void;
}

function HeldName({ held, category, isPending, onDecide }: HeldNameProps) {
  const { name, entity, mentions, says, quieter } = held;
  const decide = (kind: HeldDecision['kind']) => () => !isPending && onDecide(kind);

  return (
    <li
      id={rowId(held.id)}
      tabIndex={-1}
      aria-label={name}
      aria-busy={isPending}
      className="flex flex-col gap-2 px-4 py-3 focus-visible:-outline-offset-2 aria-busy:opacity-60"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium wrap-anywhere">{name}</span>
        {entity !== null && entity !== name && <span className="text-ink-soft wrap-anywhere">{entity}</span>}
        <Badge>{category}</Badge>
        <span className="text-ink-soft ml-auto text-[13px] tabular-nums">
          {isPending
            ? 'Saving…'
            : `would find ${mentions.toLocaleString('en')} ${mentions === 1 ? 'mention' : 'mentions'}`}
        </span>
      </div>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <p className="text-pretty">{says}</p>
        {quieter !== null && (
          <>
            {quieter.caseSensitive && !held.caseSensitive && <Badge>Case sensitive</Badge>}
            {quieter.wholeWord && !held.wholeWord && <Badge>Whole words</Badge>}
            <ContextBadges pattern={{ ...NO_CONTEXT, near: quieter.near }} />
          </>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {quieter !== null && (
          <Button variant="solid" aria-disabled={isPending} onClick={decide('quieter')}>
            Add with this option
          </Button>
        )}
        <Button aria-disabled={isPending} onClick={decide('as-it-is')}>
          Add as it is
        </Button>
        <Button variant="quiet" aria-disabled={isPending} onClick={decide('drop')}>
          Drop
        </Button>
      </div>
    </li>
  );
}

const rowId = (id: string): string => `held-${id}`;
