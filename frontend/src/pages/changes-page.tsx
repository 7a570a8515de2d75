import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { me } from '../accounts/accounts.api.ts';
import { ActorUndo } from '../history/actor-undo.tsx';
import { BatchUndo } from '../history/batch-undo.tsx';
import { useChangeKeys } from '../history/change-keys.ts';
import { HistoryList } from '../history/history-list.tsx';
import { NewChanges } from '../history/new-changes.tsx';
import { FEATURES } from '../history/subject.ts';
import type { Feature, LogFilter, Subject } from '../history/subject.ts';
import { useAddress } from '../kit/address.ts';
import { Button } from '../ui/button.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { seriesCards } from '../series/series.api.ts';
import { ComparedChange } from '../recounts/compared-change.tsx';
import { PageFrame } from '../ui/page-frame.tsx';
import { PageTitle } from '../ui/page-title.tsx';

const ALL = 'all';
const FEATURE_NAMES: Record<Feature, string> = {
  series: 'Podcasts',
  episodes: 'Episodes',
  transcripts: 'Transcripts',
  entities: 'Entities of episodes',
  vocabulary: 'Categories, entities, patterns',
  recounts: 'Recounts',
  pipeline: 'Processing',
  uploads: 'Uploads to the assistant',
  library: 'Sample library',
  history: 'Undo',
};

/** Every change on the site, newest first, updated live. */
export function ChangesPage() {
  const list = useRef<HTMLDivElement>(null);
  const { data } = useQuery(me);
  const role = data?.user?.role ?? null;
  const [params] = useSearchParams();
  const setAddress = useAddress();
  const filter = filterOf(params);
  const subject: Subject = { kind: 'everything', ...filter };
  const { actor, correlationId } = filter;
  useChangeKeys(list);

  const choose = (name: string, value: string | null) => setAddress({ [name]: value || null });

  const clear = () => setAddress({ actor: null, kind: null, podcast: null, correlation: null });

  return (
    <PageFrame title="Recent Changes" className="flex flex-col gap-6">
      <PageTitle title="Recent Changes" subtitle="Every change on the site, who made it, and what was there before." />
      <Filters filter={filter} onChoose={choose} />
      {correlationId !== null && (
        <div className="bg-accent-soft flex flex-wrap items-center gap-3 rounded-md px-4 py-2">
          <p className="mr-auto">Only the effects of one request are shown.</p>
          <BatchUndo label="Undo all of them" choice={{ correlationId }} />
          <Button onClick={() => choose('correlation', null)}>
            <X aria-hidden="true" className="size-4" />
            Show everything
          </Button>
        </div>
      )}
      {actor !== null && <ActorUndo key={actor} actor={actor} />}
      <NewChanges subject={subject} />
      <div
        ref={list}
        className="bg-surface border-line -mt-3 overflow-clip border-y max-sm:-mx-4 sm:rounded-md sm:border-x"
      >
        <h2 className="sr-only">Changes</h2>
        <HistoryList
          subject={subject}
          role={role}
          comparison={(change) => <ComparedChange change={change} />}
          onActor={(name) => choose('actor', name)}
          onClear={Object.values(filter).some((value) => value !== null) ? clear : undefined}
        />
      </div>
      <p className="text-ink-faint text-[13px] pointer-coarse:hidden">Keys: j and k move, Enter opens, u reverts.</p>
    </PageFrame>
  );
}

interface FiltersProps {
  filter: LogFilter;
  onChoose: (name: string, value: string | null) => void;
}

function Filters({ filter: { actor, feature, podcast }, onChoose }: FiltersProps) {
  const { data: series = [] } = useQuery(seriesCards);
  const podcasts = series
    .toSorted((one, other) => one.name.localeCompare(other.name))
    .map(({ slug, name }) => ({ value: slug, label: name }));
  // A link may filter by something that is not in the list.
  const asked = podcast === null || podcasts.some(({ value }) => value === podcast) ? [] : [podcast];

  return (
    <div className="grid grid-cols-2 gap-3 sm:flex">
      <ActorField actor={actor} onChoose={(name) => onChoose('actor', name)} />
      <SelectField
        label="Kind"
        value={feature ?? ALL}
        options={[
          { value: ALL, label: 'All kinds' },
          ...FEATURES.map((value) => ({ value, label: FEATURE_NAMES[value] })),
        ]}
        onChange={(value) => onChoose('kind', value === ALL ? null : value)}
        className="sm:w-64"
      />
      <SelectField
        label="Podcast"
        value={podcast ?? ALL}
        options={[
          { value: ALL, label: 'All podcasts' },
          ...podcasts,
          ...asked.map((value) => ({ value, label: value })),
        ]}
        onChange={(value) => onChoose('podcast', value === ALL ? null : value)}
        className="sm:w-64"
      />
    </div>
  );
}

/** Takes effect on Enter or when the field loses the focus. */
function ActorField({ actor, onChoose }: { actor: string | null; onChoose: (actor: string) => void }) {
  const [draft, setDraft] = useState<{ over: string | null; text: string } | null>(null);
  const typed = draft?.over === actor ? draft.text : (actor ?? '');
  const commit = () => typed.trim() !== (actor ?? '') && onChoose(typed.trim());

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        commit();
      }}
      className="max-sm:col-span-2 sm:w-48"
    >
      <TextField
        label="By"
        placeholder="Everybody"
        value={typed}
        onChange={(text) => setDraft({ over: actor, text })}
        onBlur={commit}
        maxLength={200}
        autoCapitalize="none"
        spellCheck={false}
      />
    </form>
  );
}

function filterOf(params: URLSearchParams): LogFilter {
  const of = (name: string) => params.get(name) || null;

  return {
    actor: of('actor'),
    feature: FEATURES.find((feature) => feature === of('kind')) ?? null,
    podcast: of('podcast'),
    correlationId: of('correlation'),
  };
}
