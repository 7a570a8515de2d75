import type { SegmentView } from '@earmark/contracts/transcripts';
import * as Popover from 'radix-ui/popover';
import { useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { inputClasses } from '../../ui/text-field.tsx';
import { sameSpeaker, SCOPES, speakerCounts } from './segment-changes.ts';
import type { Scope } from './segment-changes.ts';

interface SpeakerMenuProps {
  segment: SegmentView;
  rows: readonly SegmentView[];
  /** Where it opens. */
  anchor: HTMLElement;
  onRename: (scope: Scope, name: string) => void;
  onClose: () => void;
  /** It is gone, and the focus with it, unless that was put elsewhere. */
  onClosed: () => void;
}

const LABELS: Readonly<Record<Scope, (count: number) => string>> = {
  this: () => 'This segment',
  onwards: (count) => `From here on (${count})`,
  all: (count) => `All ${count}`,
};

/** Another name for whoever says this segment: here, from here on, or everywhere. */
export function SpeakerMenu({ segment, rows, anchor, onRename, onClose, onClosed }: SpeakerMenuProps) {
  const id = useId();
  const [name, setName] = useState(segment.speaker);
  const wanted = name.trim();
  const isNew = wanted !== '' && wanted !== segment.speaker;
  const counts = speakerCounts(rows);
  const rename = (scope: Scope) => {
    if (isNew) onRename(scope, wanted);
  };

  return (
    <Popover.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Popover.Anchor virtualRef={{ current: anchor }} />
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={4}
          collisionPadding={12}
          aria-label={`Rename ${segment.speaker}`}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            onClosed();
          }}
          className="bg-raised shadow-float z-50 flex w-70 max-w-[calc(100vw-24px)] flex-col gap-2 rounded-md p-3"
        >
          <label htmlFor={id} className="text-ink-soft text-[13px] font-medium">
            New name for {segment.speaker}
          </label>
          <input
            id={id}
            list={`${id}-names`}
            value={name}
            maxLength={300}
            onFocus={(event) => event.currentTarget.select()}
            onChange={(event) => setName(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
              event.preventDefault();
              rename('this');
            }}
            className={inputClasses}
          />
          <datalist id={`${id}-names`}>
            {[...counts.keys()].map((each) => (
              <option key={each}>{each}</option>
            ))}
          </datalist>
          {isNew && counts.has(wanted) && (
            <p className="text-ink-soft text-[13px]">{wanted} speaks already: they become one.</p>
          )}
          <div className="-mx-1 flex flex-col">
            {SCOPES.map((scope) => (
              <Button
                key={scope}
                variant="quiet"
                disabled={!isNew}
                onClick={() => rename(scope)}
                className="justify-start px-2! tabular-nums"
              >
                {LABELS[scope](sameSpeaker(rows, segment, scope).size)}
              </Button>
            ))}
          </div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
