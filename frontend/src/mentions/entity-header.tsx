import type { EntityPage } from '@earmark/contracts/mentions';
import { ExternalLink } from 'lucide-react';
import { hueOf } from '../ui/hue.ts';
import { NamedIcon } from '../ui/named-icon.tsx';
import { safeHref, shownAddress } from '../kit/safe-href.ts';
import { mentionsOf } from './number-words.ts';
import { WhyNumber } from './why-number.tsx';
import { EVERYWHERE } from './why.api.ts';

const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`;

/** Name, category, URL, aliases and totals of an entity. */
export function EntityHeader({ page }: { page: EntityPage }) {
  const { entity, mentions, episodes, podcasts } = page;
  // Merged names have lines of their own.
  const aliases = page.aliases.filter((alias) => page.merges.every(({ name }) => name !== alias));
  const href = safeHref(entity.url);

  return (
    <div className="flex items-start gap-4" data-hue={hueOf(entity.colorClass)}>
      <span className="chip flex size-14 shrink-0 items-center justify-center rounded-md sm:size-16">
        <NamedIcon name={entity.iconName} className="size-7" />
      </span>
      <div className="min-w-0">
        <h1 className="text-[22px] leading-7 font-semibold tracking-tight text-balance wrap-anywhere sm:text-[28px] sm:leading-9">
          {entity.name}
        </h1>
        <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="chip rounded px-1.5 text-xs leading-5 font-medium">{entity.type.replaceAll('_', ' ')}</span>
          <p className="text-ink-soft tabular-nums">
            <WhyNumber number={{ entity, scope: EVERYWHERE }}>{mentionsOf(mentions)}</WhyNumber> in{' '}
            {counted(episodes, 'episode', 'episodes')} of {counted(podcasts.length, 'podcast', 'podcasts')}
          </p>
        </div>
        {aliases.length > 0 && (
          <p className="text-ink-soft mt-1 text-[13px] wrap-anywhere">
            Also found as <span className="text-ink">{aliases.join(', ')}</span>
          </p>
        )}
        {href !== null && (
          <a
            href={href}
            target="_blank"
            rel="noopener noreferrer"
            className="text-accent mt-1 inline-flex max-w-full items-center gap-1 text-[13px] underline-offset-2 hover:underline"
          >
            <span className="truncate">{shownAddress(href)}</span>
            <ExternalLink aria-hidden="true" className="size-3.5 shrink-0" />
          </a>
        )}
      </div>
    </div>
  );
}
