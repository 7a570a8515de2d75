import type { PreviewRequest } from '@earmark/contracts/recounts';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useDebounced } from '../kit/debounced.ts';
import type { PatternChange } from '../vocabulary/pattern-draft.ts';
import { Comparison } from './comparison.tsx';
import type { PreviewActions } from './preview-passages.tsx';
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
      <Comparison answer={data} isDeletion={asked.change === 'delete'} {...actions} />
    </div>
  );
}
