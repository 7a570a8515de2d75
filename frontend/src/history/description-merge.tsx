import { SavedAnswer } from '@earmark/contracts/episodes';
import type { EpisodePage } from '@earmark/contracts/episodes';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { sendJson } from '../kit/api.ts';
import { Button } from '../ui/button.tsx';
import { SafeHtml } from '../ui/safe-html.tsx';
import { Loading, Skeleton } from '../ui/skeleton.tsx';
import { notify } from '../ui/toast.tsx';
import { Failure } from '../ui/failure.tsx';
import { htmlWithoutChange } from './text-merge.ts';
import type { BlockedText } from './text-merge.ts';

// The editor is the largest part of the site: it comes only when somebody writes.
const RichText = lazy(async () => ({ default: (await import('../episodes/rich-text.tsx')).RichText }));

interface DescriptionMergeProps {
  text: BlockedText;
  page: EpisodePage;
  onClose: () => void;
}

/** Three descriptions beside each other as they look, and the one to be. */
export function DescriptionMerge({ text: { before, after }, page, onClose }: DescriptionMergeProps) {
  // As it was when this was opened: what others do meanwhile is told when it is saved.
  const [{ version, now }] = useState({ version: page.version, now: page.description ?? '' });
  const [html, setHtml] = useState(() => htmlWithoutChange(before, after, now) ?? now);
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: () => {
      const headers = { 'if-match': `"${version}"`, 'x-reason': 'Merged by hand' };
      return sendJson(
        'PUT',
        `/api/episodes/${page.episode.uuid}/description`,
        SavedAnswer,
        { description: html },
        headers,
      );
    },
    onSuccess: () => {
      notify('Texts merged');
      onClose();
    },
    onSettled: () => client.invalidateQueries(),
  });
  const columns = [
    ['Before this change', before],
    ['After it', after],
    ['Now', now],
  ] as const;

  return (
    // No form element: the editor has one for links, and forms do not stand in forms.
    <section
      data-form
      aria-label="Merge by hand"
      className="bg-canvas border-line mt-2 flex flex-col gap-3 rounded-md border p-3"
    >
      <dl className="grid gap-3 sm:grid-cols-3">
        {columns.map(([label, value]) => (
          <div key={label} className="min-w-0">
            <dt className="text-ink-faint text-[13px]">{label}</dt>
            <dd className="text-pretty wrap-anywhere">
              {value === '' ? <span className="text-ink-soft italic">No description</span> : <SafeHtml html={value} />}
            </dd>
          </div>
        ))}
      </dl>
      <div className="bg-surface flex flex-col gap-1">
        <p className="text-ink-soft bg-canvas text-[13px] font-medium">How it shall read</p>
        <Suspense
          fallback={
            <Loading label="Loading the editor…">
              <Skeleton className="h-56" />
            </Loading>
          }
        >
          <RichText html={html} saved={now} onChange={setHtml} />
        </Suspense>
      </div>
      {save.error && <Failure message={save.error.message} className="mt-2" />}
      <div className="flex gap-2">
        <Button variant="solid" aria-disabled={save.isPending} onClick={() => !save.isPending && save.mutate()}>
          {save.isPending ? 'Saving…' : 'Save'}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </section>
  );
}
