import type { MentionView } from '@earmark/contracts/mentions';
import { clsx } from 'clsx';
import { HIGHLIGHTS } from '../kit/preferences.ts';
import type { Highlights } from '../kit/preferences.ts';
import { hueOf } from '../ui/hue.ts';

const LABELS: Readonly<Record<Highlights, string>> = { all: 'All', selected: 'Selected', none: 'None' };

interface HighlightSwitchProps {
  value: Highlights;
  onChange: (value: Highlights) => void;
  mentions: readonly MentionView[];
}

/** Chooses which entities are marked in the transcript, and shows the colour of each category. */
export function HighlightSwitch({ value, onChange, mentions }: HighlightSwitchProps) {
  return (
    <div>
      <fieldset className="flex items-center gap-2">
        <legend className="text-ink-soft float-left mr-auto px-1 text-[13px]">Highlight</legend>
        <div className="border-line-strong flex overflow-clip rounded-md border">
          {HIGHLIGHTS.map((each) => (
            <label
              key={each}
              className={clsx(
                'flex h-7 cursor-pointer items-center px-2.5 text-[13px] pointer-coarse:h-11',
                'has-focus-visible:outline-accent has-focus-visible:outline-2 has-focus-visible:-outline-offset-2',
                each === value ? 'bg-accent-soft text-accent-strong font-medium' : 'text-ink-soft hover:bg-hover',
              )}
            >
              <input
                type="radio"
                name="highlights"
                checked={each === value}
                onChange={() => onChange(each)}
                className="sr-only"
              />
              {LABELS[each]}
            </label>
          ))}
        </div>
      </fieldset>
      {value === 'all' && (
        <ul aria-label="Colours of the categories" className="mt-3 flex flex-wrap gap-x-4 gap-y-1.5 px-1">
          {categoriesOf(mentions).map(({ type, colorClass }) => (
            <li key={type} data-hue={hueOf(colorClass)} className="hue-underline text-[13px]">
              {type.replaceAll('_', ' ')}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The distinct categories of the episode's entities, by name. */
export function categoriesOf(mentions: readonly MentionView[]): { type: string; colorClass: string }[] {
  const colours = new Map(mentions.map(({ entity }) => [entity.type, entity.colorClass]));

  return [...colours]
    .map(([type, colorClass]) => ({ type, colorClass }))
    .toSorted((one, other) => one.type.localeCompare(other.type));
}
