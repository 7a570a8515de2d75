import type { EntityPage as EntityPageView, PassageView } from '@earmark/contracts/mentions';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, Navigate, useLocation, useNavigate, useParams, useSearchParams } from '../kit/router/routing.tsx';
import { me } from '../accounts/accounts.api.ts';
import { mayAct } from '../accounts/roles.ts';
import { isMissing } from '../kit/api.ts';
import { Button } from '../ui/button.tsx';
import { Fetched, LoadingFailed } from '../ui/fetched.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { entityPage } from '../mentions/entities.api.ts';
import { EntityHeader } from '../mentions/entity-header.tsx';
import { MergeDialog } from '../mentions/merge-dialog.tsx';
import { MergedNames } from '../mentions/merged-names.tsx';
import { SplitDialog } from '../mentions/split-dialog.tsx';
import { SplitNames } from '../mentions/split-names.tsx';
import { entityTypes } from '../vocabulary/vocabulary.api.ts';
import { MentionsOverTime } from '../mentions/mentions-over-time.tsx';
import { PassageList, PassageSource } from '../mentions/passage-list.tsx';
import { Passage } from '../mentions/passage.tsx';
import type { PassageActions } from '../mentions/passage.tsx';
import { TotalBars } from '../mentions/total-bars.tsx';
import { EntitySkeleton } from '../mentions/entity-skeleton.tsx';
import { HistoryButton } from '../history/history-button.tsx';
import { AskLink } from '../ui/ask-link.tsx';
import { PageFrame } from '../ui/page-frame.tsx';
import { passageLink } from '../mentions/passage-link.ts';
import { usePassagePlay } from '../mentions/passage-playback.ts';
import { MissingPageLinks } from '../series/missing-page-links.tsx';

const ALL = 'all';

export function EntityRoute() {
  const { slug = '' } = useParams();
  const query = useQuery(entityPage(slug));

  return (
    <Fetched
      query={query}
      pending={<EntitySkeleton />}
      failed={
        <PageFrame title="Entity">
          <LoadingFailed
            query={query}
            level={1}
            title="Error loading entity"
            action={isMissing(query.error) ? <MissingPageLinks /> : undefined}
          />
        </PageFrame>
      }
    >
      {(page) => <CalledRight slug={slug} page={page} />}
    </Fetched>
  );
}

/** A merged entity has no page of its own: its address becomes that of the one that it counts for. */
function CalledRight({ slug, page }: { slug: string; page: EntityPageView }) {
  const { search } = useLocation();
  const { entity } = page;
  if (entity.merged.some((one) => one.id === slug.toLowerCase() || one.slug === slug.toLowerCase()))
    return <Navigate to={`/entities/${entity.slug}${search}`} replace />;

  return <Entity key={entity.id} page={page} />;
}

function Entity({ page }: { page: EntityPageView }) {
  const { entity, podcasts, speakers, months, first, last } = page;
  const [params, setParams] = useSearchParams();
  const podcast = params.get('podcast') || null;
  const { data: account } = useQuery(me);
  const isAdmin = account?.user ? mayAct(account.user.role, 'admin') : false;
  const [isMerging, setMerging] = useState(false);
  const [isSplitting, setSplitting] = useState(false);
  const { data: categories = [] } = useQuery({ ...entityTypes, enabled: isSplitting });
  const navigate = useNavigate();
  const actions: PassageActions = {
    linkTo: (passage) => passageLink(passage, entity.name),
    play: usePassagePlay(page),
  };
  const narrow = (slug: string) => setParams(slug === ALL ? {} : { podcast: slug }, { preventScrollReset: true });

  return (
    <PageFrame title={entity.name} className="flex flex-col gap-6">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="flex min-w-0 flex-col gap-2">
          <EntityHeader page={page} />
          <MergedNames merges={page.merges} mayUndo={isAdmin} />
          <SplitNames page={page} mayUndo={isAdmin} />
        </div>
        <div className="flex flex-wrap gap-2">
          {isAdmin && <Button onClick={() => setMerging(true)}>Merge into…</Button>}
          {isAdmin && page.mentions > 0 && <Button onClick={() => setSplitting(true)}>Split…</Button>}
          <AskLink params={{ q: `Tell me about ${entity.name} mentions in the podcasts` }} />
          <HistoryButton subject={{ kind: 'entity', id: entity.id }} name={entity.name} />
        </div>
        {isSplitting && <SplitDialog page={page} categories={categories} onClose={() => setSplitting(false)} />}
        {isMerging && (
          <MergeDialog
            from={entity}
            into={null}
            actionsOf={(name) => ({ ...actions, linkTo: (passage) => passageLink(passage, name) })}
            onMerged={(answer) => navigate(`/entities/${answer.slug}`)}
            onClose={() => setMerging(false)}
          />
        )}
      </div>
      <MentionsOverTime months={months} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 md:grid-cols-2">
        <TotalBars
          title="By podcast"
          emptyText="No podcast mentions it."
          totals={podcasts.map(({ uuid, name, slug, count, episodes }) => ({
            key: uuid,
            name: (
              <Link to={`/podcasts/${slug}`} className="hover:text-accent underline-offset-2 hover:underline">
                {name}
              </Link>
            ),
            count,
            number: { entity, scope: { kind: 'podcast', uuid, name } },
            note: `in ${episodes} ${episodes === 1 ? 'episode' : 'episodes'}`,
          }))}
        />
        <TotalBars
          title="By speaker"
          emptyText="No speaker mentions it."
          totals={speakers.map(({ name, count }) => ({ key: name, name, count, number: null, note: null }))}
        />
        {first !== null && <Landmark title="First mention" passage={first} {...actions} />}
        {last !== null && <Landmark title="Last mention" passage={last} {...actions} />}
      </div>
      <PassageList
        entity={entity.slug}
        podcast={podcast}
        onClear={() => narrow(ALL)}
        filter={
          <SelectField
            label="Podcast"
            hideLabel
            value={podcast ?? ALL}
            options={[
              { value: ALL, label: 'All podcasts' },
              ...podcasts.map(({ slug, name, count }) => ({ value: slug, label: `${name} (${count})` })),
              ...(podcast === null || podcasts.some(({ slug }) => slug === podcast)
                ? []
                : [{ value: podcast, label: podcast }]),
            ]}
            onChange={narrow}
            className="w-full sm:w-72"
          />
        }
        {...actions}
      />
    </PageFrame>
  );
}

function Landmark({ title, passage, ...actions }: { title: string; passage: PassageView } & PassageActions) {
  return (
    <section aria-label={title} className="bg-surface border-line flex min-w-0 flex-col gap-3 rounded-md border p-4">
      <h2 className="text-[15px] font-semibold">{title}</h2>
      <PassageSource passage={passage} />
      <Passage passage={passage} {...actions} />
    </section>
  );
}
