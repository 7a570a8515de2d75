import type { PreviewPassage } from '@earmark/contracts/recounts';
import { clsx } from 'clsx';
import * as Tabs from 'radix-ui/tabs';
import { PreviewPassages } from './preview-passages.tsx';
import type { PreviewActions } from './preview-passages.tsx';

export interface PassageTab {
  value: 'added' | 'removed' | 'unchanged';
  label: string;
  /** Number of all passages; at most 100 are given. */
  total: number;
  passages: readonly PreviewPassage[];
}

interface PassageTabsProps extends PreviewActions {
  tabs: readonly PassageTab[];
  /** Shown when every tab is empty. */
  fallback?: PassageTab['value'];
}

/** Mentions grouped by what happens to them. The first tab that is not empty is open. */
export function PassageTabs({ tabs, fallback = 'added', ...actions }: PassageTabsProps) {
  const first = tabs.find(({ total }) => total > 0)?.value ?? fallback;

  return (
    <Tabs.Root defaultValue={first} key={first}>
      <Tabs.List aria-label="Mentions" className="border-line flex gap-1 border-b">
        {tabs.map(({ value, label, total }) => (
          <Tabs.Trigger
            key={value}
            value={value}
            className="text-ink-soft hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink -mb-px min-h-9 border-b-2 border-transparent px-2.5 py-1 text-[13px] leading-tight font-medium tabular-nums focus-visible:-outline-offset-2 pointer-coarse:min-h-11"
          >
            {label} {total.toLocaleString('en-GB')}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {tabs.map(({ value, label, total, passages }) => (
        <Tabs.Content
          key={value}
          value={value}
          className={clsx('max-h-80 overflow-y-auto overscroll-contain', total > 0 && 'border-line border-b')}
        >
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
