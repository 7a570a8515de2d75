import { AudioLines, CircleUserRound, Quote } from 'lucide-react';
import { clsx } from 'clsx';
import { Cover } from '../ui/cover.tsx';
import { hueOf } from '../ui/hue.ts';
import { NamedIcon } from '../ui/named-icon.tsx';
import { MarkedText } from './marked-text.tsx';
import type { Picture, SuggestedLink } from './suggested-links.ts';

/** A suggestion in one or two lines. */
export function SuggestedLine({ link: { label, marks, detail, picture } }: { link: SuggestedLink }) {
  const isPassage = picture.kind === 'passage';

  return (
    <>
      <Pictured picture={picture} />
      <span className={clsx('flex min-w-0 flex-1 gap-x-3', isPassage ? 'flex-col' : 'items-baseline')}>
        <span dir="auto" className={isPassage ? 'line-clamp-2' : 'min-w-0 flex-1 truncate'}>
          <MarkedText text={label} marks={marks} />
        </span>
        <span className={clsx('text-ink-soft truncate text-xs', !isPassage && 'max-w-1/2 shrink-0')}>{detail}</span>
      </span>
    </>
  );
}

const ICONS = { episode: AudioLines, speaker: CircleUserRound, passage: Quote } as const;

function Pictured({ picture }: { picture: Picture }) {
  if (picture.kind === 'cover') return <Cover src={picture.src} name={picture.name} className="size-6" />;
  if (picture.kind === 'icon')
    return (
      <span
        data-hue={hueOf(picture.colorClass)}
        className="chip flex size-6 shrink-0 items-center justify-center rounded"
      >
        <NamedIcon name={picture.name} className="size-3.5" />
      </span>
    );
  const Icon = ICONS[picture.kind];

  return (
    <span className="text-ink-faint flex size-6 shrink-0 items-center justify-center self-start">
      <Icon aria-hidden="true" className="size-4" />
    </span>
  );
}
