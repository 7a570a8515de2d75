import { MOST_CHANGES } from '@earmark/contracts/recounts';
import type { SeriesCard } from '@earmark/contracts/series';
import { useId, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { CheckField } from '../ui/check-field.tsx';
import { Choice } from '../ui/choice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { ChangeChoice } from './change-choice.tsx';
import type { RecountDraft } from './recounts.api.ts';

interface RecountStartProps {
  podcasts: readonly SeriesCard[];
  /** Ids of the changes that are chosen at first; empty: the current patterns are. */
  changes?: readonly string[] | undefined;
  isPending: boolean;
  /** `onStarted` is called when it has been started. */
  onStart: (draft: RecountDraft, onStarted: () => void) => void;
}

/** The form that starts a recount: patterns and podcasts. */
export function RecountStart({ podcasts, changes = [], isPending, onStart }: RecountStartProps) {
  const id = useId();
  const [moment, setMoment] = useState<'now' | 'changes' | 'earlier'>(changes.length > 0 ? 'changes' : 'now');
  const [chosenChanges, setChosenChanges] = useState<ReadonlySet<string>>(new Set(changes));
  const [asOf, setAsOf] = useState('');
  const [scope, setScope] = useState<'all' | 'chosen'>('all');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isChecked, setChecked] = useState(false);
  const lacksMoment = moment === 'earlier' && asOf.trim() === '';
  const lacksChange = moment === 'changes' && (chosenChanges.size === 0 || chosenChanges.size > MOST_CHANGES);
  const lacksPodcast = scope === 'chosen' && chosen.size === 0;
  const toggle = (uuid: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(uuid);
    else next.delete(uuid);
    setChosen(next);
  };

  return (
    <form
      noValidate
      aria-labelledby={id}
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (isPending || lacksMoment || lacksChange || lacksPodcast) return;
        const draft = {
          podcastUuids: scope === 'all' ? null : [...chosen],
          asOf: moment === 'earlier' ? asOf.trim() : null,
          changes: moment === 'changes' ? [...chosenChanges] : null,
        };
        onStart(draft, () => setChosenChanges(new Set()));
      }}
      className="bg-surface border-line flex flex-col gap-4 rounded-md border p-4"
    >
      <h2 id={id} className="text-[15px] font-semibold">
        Count again
      </h2>
      <div className="grid gap-x-8 gap-y-4 md:grid-cols-2">
        <div className="flex min-w-0 flex-col items-start gap-2">
          <p className="text-ink-soft text-[13px] font-medium">Which patterns</p>
          <Choice
            label="Which patterns"
            value={moment}
            options={[
              { value: 'now', label: 'Current patterns' },
              {
                value: 'changes',
                label: chosenChanges.size === 0 ? 'Only some changes' : `Only some changes (${chosenChanges.size})`,
              },
              { value: 'earlier', label: 'Patterns from an earlier moment' },
            ]}
            onChange={setMoment}
          />
          {moment === 'changes' && (
            <>
              <ChangeChoice chosen={chosenChanges} onChange={setChosenChanges} />
              {isChecked && lacksChange && (
                <p role="alert" className="text-bad text-[13px]">
                  {chosenChanges.size === 0
                    ? 'Choose at least one change.'
                    : `Choose at most ${MOST_CHANGES} changes, or count with the current patterns.`}
                </p>
              )}
            </>
          )}
          {moment === 'earlier' && (
            <TextField
              label="Moment"
              placeholder="2026-03-03T14:02Z"
              maxLength={60}
              autoComplete="off"
              spellCheck={false}
              value={asOf}
              onChange={setAsOf}
              hint="A time (UTC when it ends in Z), a log position, or the id of an event."
              fault={isChecked && lacksMoment ? 'Enter a moment.' : null}
              className="w-full max-w-90"
            />
          )}
        </div>
        <div className="flex min-w-0 flex-col items-start gap-2">
          <p className="text-ink-soft text-[13px] font-medium">Which podcasts</p>
          <Choice
            label="Which podcasts"
            value={scope}
            options={[
              { value: 'all', label: 'All podcasts' },
              {
                value: 'chosen',
                label: chosen.size === 0 ? 'Selected podcasts' : `Selected podcasts (${chosen.size})`,
              },
            ]}
            onChange={setScope}
          />
          {scope === 'chosen' && (
            <>
              <ul
                aria-label="Podcasts"
                className="border-line max-h-56 w-full overflow-y-auto overscroll-contain rounded-md border px-3 py-1"
              >
                {podcasts.map((podcast) => (
                  <li key={podcast.id}>
                    <CheckField
                      label={podcast.name}
                      value={chosen.has(podcast.id)}
                      onChange={(isChosen) => toggle(podcast.id, isChosen)}
                    />
                  </li>
                ))}
              </ul>
              {isChecked && lacksPodcast && (
                <p role="alert" className="text-bad text-[13px]">
                  Choose at least one podcast.
                </p>
              )}
            </>
          )}
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" variant="solid" aria-disabled={isPending}>
          {isPending ? 'Starting…' : 'Start recount'}
        </Button>
        <p className="text-ink-soft text-[13px] text-pretty">
          The live numbers stay as they are. Nobody else sees the result until you publish it.
        </p>
      </div>
    </form>
  );
}
