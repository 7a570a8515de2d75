import { ArrowUpRight, Play } from 'lucide-react';
import * as Popover from 'radix-ui/popover';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { Link } from '../kit/router/routing.tsx';
import { Button } from '../ui/button.tsx';
import { NamedIcon } from '../ui/named-icon.tsx';
import type { MarkedPlace } from './marked-place.ts';

interface MarkedPlacePopoverProps {
  place: MarkedPlace;
  /** Formatted time of the segment. */
  time: string;
  /** Explains why an entity is marked there; null where that is unknown, such as on a page of the past. */
  provenance: ((entityId: string) => ReactNode) | null;
  /** Null without audio. */
  onPlay: (() => void) | null;
  onClose: () => void;
  /** Returns the focus. */
  onClosed: () => void;
}

/** All entities found at one place, each with a link to its page and the reason why it is marked there. */
export function MarkedPlacePopover({ place, time, provenance, onPlay, onClose, onClosed }: MarkedPlacePopoverProps) {
  const anchor = useMemo(
    () => ({ current: { getBoundingClientRect: () => place.range.getBoundingClientRect() } }),
    [place],
  );

  return (
    <Popover.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Popover.Anchor virtualRef={anchor} />
      <Popover.Portal>
        <Popover.Content
          aria-label="Entities found here"
          sideOffset={6}
          collisionPadding={12}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            onClosed();
          }}
          className="fade bg-raised border-line shadow-float z-40 max-h-(--radix-popover-content-available-height) w-84 max-w-[calc(100vw-24px)] overflow-y-auto rounded-md border p-1.5"
        >
          <ul aria-label="Entities found here">
            {place.entities.map(({ id, name, type, href, iconName, hue }) => (
              <li key={id}>
                <Link
                  to={href}
                  className="hover:bg-hover flex h-10 items-center gap-2.5 rounded-md px-2 focus-visible:-outline-offset-2 pointer-coarse:h-11"
                >
                  <span data-hue={hue} className="chip flex size-6 shrink-0 items-center justify-center rounded">
                    <NamedIcon name={iconName} className="size-3.5" />
                  </span>
                  <span className="min-w-0 truncate font-medium">{name}</span>
                  <span className="text-ink-faint shrink-0 text-xs">{type.replaceAll('_', ' ')}</span>
                  <ArrowUpRight aria-hidden="true" className="text-ink-faint ml-auto size-4 shrink-0" />
                </Link>
                {provenance?.(id)}
              </li>
            ))}
          </ul>
          {onPlay !== null && (
            <Button variant="quiet" onClick={onPlay} className="mt-1 w-full justify-start! px-2!">
              <Play aria-hidden="true" className="mx-1 size-4 fill-current" />
              Play from {time}
            </Button>
          )}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
