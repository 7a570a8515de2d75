import type { PreviewAnswer, PreviewRequest } from '@earmark/contracts/recounts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useEffect, useMemo, useRef } from 'react';
import { Failure } from '../ui/failure.tsx';
import { NoiseNote } from './noise-note.tsx';
import { useDebounced } from '../kit/debounced.ts';
import { asAdded, asSent } from '../vocabulary/pattern-draft.ts';
import type { ListedCount, PatternChange, ProposedChanges } from '../vocabulary/pattern-draft.ts';
import { Comparison } from './comparison.tsx';
import type { PreviewActions } from './preview-passages.tsx';
import { preview } from './recounts.api.ts';
import { forget, isAsSeen, see, seenPreview } from './seen-preview.ts';
import { SentenceTest } from './sentence-test.tsx';

interface PreviewPanelProps extends PreviewActions {
  change: PatternChange;
  /** Takes over what would make the pattern quieter. */
  onTake?: ((changes: ProposedChanges) => void) | undefined;
  /** The number of mentions that stands beside the preview. */
  listed?: ListedCount | undefined;
}

const TYPING_MS = 200;
/** Distinct names, because one page can show the form of a new pattern and that of a change. */
const LABELS = {
  add: 'Preview of the new pattern',
  edit: 'Preview of the change',
  delete: 'Preview of the deletion',
} as const;

/** Shows how a change of a pattern would affect the counts while it is typed. */
export function PreviewPanel({ change, onTake, listed, ...actions }: PreviewPanelProps) {
  const request = useDebounced(JSON.stringify(requestOf(change)), TYPING_MS);
  const isEmpty = change.change !== 'delete' && change.name === '';

  return (
    <section aria-label={LABELS[change.change]} className="border-line flex flex-col gap-3 border-t pt-3">
      {isEmpty ? (
        <p className="text-ink-soft text-[13px]">Matches appear here as you type.</p>
      ) : (
        <Answer request={request} onTake={onTake} listed={listed} {...actions} />
      )}
      {change.change !== 'delete' && <SentenceTest {...change} />}
    </section>
  );
}

/** The request that would make the change, without the link, which affects no count. */
export function requestOf(change: PatternChange): PreviewRequest {
  if (change.change === 'delete') return change;
  if (change.change === 'edit') {
    const { url: _, ...changes } = change.changes;

    return { change: 'edit', id: change.id, ...asSent(changes) };
  }
  const { change: _change, entityTypeId, ...draft } = change;
  const { url: _, ...rest } = asAdded(draft);

  return { change: 'add', entityTypeId, ...rest, entity: draft.entity || null };
}

interface AnswerProps extends PreviewActions {
  request: string;
  onTake: ((changes: ProposedChanges) => void) | undefined;
  listed: ListedCount | undefined;
}

function Answer({ request, onTake, listed, ...actions }: AnswerProps) {
  const asked = useMemo(() => JSON.parse(request) as PreviewRequest, [request]);
  const isAskable = asked.change === 'delete' || asked.name !== '';
  const { data, error, isFetching, isPlaceholderData } = useQuery({ ...preview(asked), enabled: isAskable });
  const isMoved = useMoved(asked, isPlaceholderData ? undefined : data);

  if (error !== null && !isFetching) return <Failure message={error.message} />;
  if (data === undefined) return <p className="text-ink-soft text-[13px]">Counting…</p>;

  return (
    <div aria-busy={isFetching} className={clsx('flex flex-col gap-3', isPlaceholderData && 'opacity-60')}>
      {isMoved !== null && <Moved wasStopped={isMoved.wasStopped} />}
      {data.noise !== null && <NoiseNote noise={data.noise} onTake={onTake} />}
      <Comparison
        answer={data}
        isOutdated={isPlaceholderData}
        note={listed !== undefined && <WhyListed listed={listed} shown={data.before.mentions} />}
        isDeletion={asked.change === 'delete'}
        {...actions}
      />
    </div>
  );
}

/** Why the number beside the preview is not the one that the preview begins with. */
function WhyListed({ listed: { mentions, entity }, shown }: { listed: ListedCount; shown: number }) {
  if (mentions === shown) return null;

  return (
    <p className="text-ink-soft text-[13px] text-pretty">
      The list says {mentions.toLocaleString('en-GB')}: what this pattern alone finds in all transcripts. Pages show{' '}
      {shown.toLocaleString('en-GB')} for {entity}: all of its names, by the patterns that each episode was last counted
      with.
    </p>
  );
}

/** Set when the counts differ from those shown first; null when they do not. */
function useMoved(request: PreviewRequest, answer: PreviewAnswer | undefined): { wasStopped: boolean } | null {
  const client = useQueryClient();
  const { data: seen } = useQuery(seenPreview(request));
  useEffect(() => {
    if (answer !== undefined) see(client, request, answer);
  }, [client, request, answer]);
  useEffect(() => () => forget(client, request), [client, request]);
  if (seen === undefined || answer === undefined || (!seen.wasStopped && isAsSeen(seen, answer))) return null;

  return { wasStopped: seen.wasStopped };
}

function Moved({ wasStopped }: { wasStopped: boolean }) {
  const note = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (wasStopped) note.current?.scrollIntoView({ block: 'nearest' });
  }, [wasStopped]);

  return (
    <p ref={note} role="alert" className="bg-warn-soft rounded-md px-3 py-2 text-pretty">
      Patterns or transcripts have changed since this preview. Please check the new numbers.
      {wasStopped && ' Nothing has been saved yet: press the button again if this is what you want.'}
    </p>
  );
}
