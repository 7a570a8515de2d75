import type { PreviewAnswer, PreviewRequest } from '@earmark/contracts/recounts';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import * as Tabs from 'radix-ui/tabs';
import { Link } from 'react-router-dom';
import { useDebounced } from '../kit/debounced.ts';
import type { PatternChange } from '../vocabulary/pattern-draft.ts';
import { PreviewPassages } from './preview-passages.tsx';
import type { PreviewActions } from './preview-passages.tsx';
import { signed, totalsSentence } from './recount-words.ts';
import { preview } from './recounts.api.ts';
import { SentenceTest } from './sentence-test.tsx';

interface PreviewPanelProps extends PreviewActions {
  change: PatternChange;
}

const TYPING_MS = 200;
/** One page shows the form of a new pattern and that of a change. */
const LABELS = {
  add: 'Preview of the new pattern',
  edit: 'Preview of the change',
  delete: 'Preview of the deletion',
} as const;

/** What a change of a pattern would do to the numbers, while it is typed. */
export function PreviewPanel({ change, ...actions }: PreviewPanelProps) {
  const request = useDebounced(JSON.stringify(requestOf(change)), TYPING_MS);
  const isEmpty = change.change !== 'delete' && change.name === '';

  return (
    <section aria-label={LABELS[change.change]} className="border-line flex flex-col gap-3 border-t pt-3">
      {isEmpty ? (
        <p className="text-ink-soft text-[13px]">What it finds is shown here as you type.</p>
      ) : (
        <Answer request={request} {...actions} />
      )}
      {change.change !== 'delete' && <SentenceTest {...change} />}
    </section>
  );
}

/** The link changes no number. */
function requestOf(change: PatternChange): PreviewRequest {
  if (change.change === 'delete') return change;
  const { url: _, entity, ...rest } = change;

  return { ...rest, entity: entity === '' ? (change.change === 'edit' ? change.name : null) : entity };
}

function Answer({ request, ...actions }: { request: string } & PreviewActions) {
  const asked = JSON.parse(request) as PreviewRequest;
  const isAskable = asked.change === 'delete' || asked.name !== '';
  const { data, error, isFetching, isPlaceholderData } = useQuery({ ...preview(asked), enabled: isAskable });

  if (error !== null && !isFetching)
    return (
      <p role="alert" className="text-bad text-[13px] wrap-anywhere">
        {error.message}
      </p>
    );
  if (data === undefined) return <p className="text-ink-soft text-[13px]">Counting…</p>;

  return (
    <div aria-busy={isFetching} className={clsx('flex flex-col gap-3', isPlaceholderData && 'opacity-60')}>
      <output className="text-[15px] font-semibold tabular-nums">{totalsSentence(data.before, data.after)}</output>
      <Passages answer={data} {...actions} />
      <Episodes episodes={data.episodes} />
    </div>
  );
}

function Passages({ answer, ...actions }: { answer: PreviewAnswer } & PreviewActions) {
  const { before, after, added, removed, unchanged, unchangedPassages } = answer;
  const tabs = [
    { value: 'added', label: 'Added', total: after.mentions - unchanged, passages: added },
    { value: 'removed', label: 'Removed', total: before.mentions - unchanged, passages: removed },
    { value: 'unchanged', label: 'Unchanged', total: unchanged, passages: unchangedPassages },
  ] as const;
  const first = tabs.find(({ total }) => total > 0)?.value ?? 'added';

  return (
    <Tabs.Root defaultValue={first} key={first}>
      <Tabs.List aria-label="Mentions" className="border-line flex gap-1 border-b">
        {tabs.map(({ value, label, total }) => (
          <Tabs.Trigger
            key={value}
            value={value}
            className="text-ink-soft hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink -mb-px h-9 border-b-2 border-transparent px-2.5 text-[13px] font-medium tabular-nums focus-visible:-outline-offset-2 pointer-coarse:h-11"
          >
            {label} {total.toLocaleString('en-GB')}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {tabs.map(({ value, label, total, passages }) => (
        <Tabs.Content key={value} value={value} className="max-h-80 overflow-y-auto overscroll-contain">
          {total === 0 ? (
            <p className="text-ink-soft py-2.5 text-[13px]">None.</p>
          ) : (
            <PreviewPassages label={label} passages={passages} total={total} {...actions} />
          )}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}

function Episodes({ episodes }: Pick<PreviewAnswer, 'episodes'>) {
  if (episodes.length === 0) return null;

  return (
    <details>
      <summary className="text-ink-soft hover:text-ink w-fit cursor-pointer rounded text-[13px] pointer-coarse:py-3">
        Most affected episodes ({episodes.length})
      </summary>
      <ol aria-label="Most affected episodes" className="mt-1">
        {episodes.map(({ episodeUuid, episodeTitle, podcastName, link, before, after }) => (
          <li key={episodeUuid} className="flex items-baseline justify-between gap-4 py-1 pointer-coarse:py-2.5">
            <span className="min-w-0 wrap-anywhere">
              <Link to={link} className="hover:text-accent underline-offset-2 hover:underline">
                {episodeTitle}
              </Link>{' '}
              <span className="text-ink-soft text-[13px]">{podcastName}</span>
            </span>
            <span className="shrink-0 text-[13px] tabular-nums">
              {before} → {after} <span className="text-ink-soft">({signed(after - before)})</span>
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}
