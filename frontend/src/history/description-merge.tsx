import type { EpisodePage } from '@earmark/contracts/episodes';
import { useState } from 'react';
import { late } from '../ui/late.tsx';
import { SafeHtml } from '../ui/safe-html.tsx';
import { Loading, Skeleton } from '../ui/skeleton.tsx';
import { MergeForm } from './merge-form.tsx';
import { htmlWithoutChange } from './text-merge.ts';
import type { BlockedText } from './text-merge.ts';

// The editor is the largest part of the site, so it is loaded only for writing.
const RichText = late(
  async () => (await import('../episodes/rich-text.tsx')).RichText,
  <Loading label="Loading the editor…">
    <Skeleton className="h-56" />
  </Loading>,
);

interface DescriptionMergeProps {
  text: BlockedText;
  page: EpisodePage;
  onClose: () => void;
}

/** Shows three versions of a description side by side, and an editor for the result. */
export function DescriptionMerge({ text: { before, after }, page, onClose }: DescriptionMergeProps) {
  // The text from when this was opened; saving reports any change made by others since.
  const [{ version, now }] = useState({ version: page.version, now: page.description ?? '' });
  const [html, setHtml] = useState(() => htmlWithoutChange(before, after, now) ?? now);
  const shown = (value: string) =>
    value === '' ? <span className="text-ink-soft italic">No description</span> : <SafeHtml html={value} />;

  return (
    <MergeForm
      isForm={false}
      page={{ ...page, version }}
      result={{ part: 'description', body: { description: html } }}
      texts={[shown(before), shown(after), shown(now)]}
      onClose={onClose}
    >
      <div className="bg-surface flex flex-col gap-1">
        <p className="text-ink-soft bg-canvas text-[13px] font-medium">How it should read</p>
        <RichText html={html} saved={now} onChange={setHtml} />
      </div>
    </MergeForm>
  );
}
