import { clsx } from 'clsx';
import { Plus, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from '../kit/router/routing.tsx';
import { z } from 'zod';
import { stored, useStored } from '../kit/stored.ts';
import { Button } from '../ui/button.tsx';
import { inputClasses } from '../ui/text-field.tsx';
import { PAGE, searchOf } from './review-view.ts';
import type { ReviewView } from './review-view.ts';
import { useEscape } from './use-escape.ts';

const SavedView = z.object({ name: z.string(), search: z.string() });
type SavedView = z.infer<typeof SavedView>;

const saved = stored('earmark-review-views', z.array(SavedView));
const NONE: SavedView[] = [];

const BUILT_IN: readonly SavedView[] = [
  { name: 'Most confident', search: '' },
  { name: 'Most uncertain', search: '?sort=uncertainty' },
  { name: 'Most frequent', search: '?sort=frequency' },
  { name: 'Approved', search: '?status=approved&sort=newest' },
  { name: 'Rejected', search: '?status=rejected&sort=newest' },
];

/** Views by name: links that can be shared, kept in this browser. */
export function NamedViews({ view }: { view: ReviewView }) {
  const own = useStored(saved) ?? NONE;
  const [isNaming, setNaming] = useState(false);
  const here = sorted(searchOf(view));
  const isKnown = [...BUILT_IN, ...own].some(({ search }) => sorted(search) === here);

  return (
    <nav aria-label="Views" className="flex flex-wrap items-center gap-1.5 text-[13px]">
      {BUILT_IN.map((one) => (
        <ViewLink key={one.name} {...one} isHere={sorted(one.search) === here} />
      ))}
      {own.map((one) => (
        <span key={one.name} className="inline-flex items-center">
          <ViewLink {...one} isHere={sorted(one.search) === here} />
          <button
            type="button"
            aria-label={`Remove view ${one.name}`}
            onClick={() => saved.write(own.filter(({ name }) => name !== one.name))}
            className="text-ink-faint hover:bg-hover hover:text-ink inline-flex size-6 items-center justify-center rounded pointer-coarse:size-11"
          >
            <X aria-hidden="true" className="size-3.5" />
          </button>
        </span>
      ))}
      {isNaming ? (
        <NameForm
          onSave={(name) => {
            saved.write([...own.filter((one) => one.name !== name), { name, search: searchOf(view) }]);
            setNaming(false);
          }}
          onCancel={() => setNaming(false)}
        />
      ) : (
        !isKnown && (
          <Button variant="quiet" className="px-2" onClick={() => setNaming(true)}>
            <Plus aria-hidden="true" className="size-3.5" />
            Save this view
          </Button>
        )
      )}
    </nav>
  );
}

function ViewLink({ name, search, isHere }: SavedView & { isHere: boolean }) {
  return (
    <Link
      to={`${PAGE}${search}`}
      aria-current={isHere ? 'page' : undefined}
      preventScrollReset
      className={clsx(
        'inline-flex h-7 items-center rounded-md px-2.5 pointer-coarse:h-11',
        isHere ? 'bg-accent-soft text-accent-strong font-medium' : 'text-ink-soft hover:bg-hover hover:text-ink',
      )}
    >
      {name}
    </Link>
  );
}

function NameForm({ onSave, onCancel }: { onSave: (name: string) => void; onCancel: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  const [name, setName] = useState('');
  useEscape(form, onCancel);

  return (
    <form
      ref={form}
      className="flex items-center gap-1.5"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '') onSave(name.trim());
      }}
    >
      <input
        // It has just been asked for.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        aria-label="Name of the view"
        placeholder="Name of the view"
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.target.value)}
        className={`${inputClasses} w-44!`}
      />
      <Button type="submit" disabled={name.trim() === ''}>
        Save
      </Button>
      <Button variant="quiet" onClick={onCancel}>
        Cancel
      </Button>
    </form>
  );
}

/** The same view may be written in another order. */
function sorted(search: string): string {
  const params = new URLSearchParams(search);
  params.sort();

  return String(params);
}
