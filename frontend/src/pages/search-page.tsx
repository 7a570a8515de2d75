import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from '../kit/router/routing.tsx';
import { FoundElsewhere, isFoundElsewhere } from '../search/found-elsewhere.tsx';
import { suggestions } from '../search/search.api.ts';
import { searchStateOf } from '../series/podcast-search.state.ts';
import { PodcastSearchForm } from '../series/podcast-search-form.tsx';
import { PodcastSearchResults } from '../series/podcast-search-results.tsx';
import { PageFrame } from '../ui/page-frame.tsx';
import { PageTitle } from '../ui/page-title.tsx';

export function SearchPage() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const state = searchStateOf(params);
  const elsewhere = useQuery(suggestions(state.q));

  return (
    <PageFrame
      title={state.q === '' ? 'Podcast Search' : `${state.q} · Podcast Search`}
      className="flex flex-col gap-6"
    >
      <PageTitle title="Podcast Search" subtitle="Find podcasts by name, host or topic." />
      <PodcastSearchForm
        state={state}
        // Navigate synchronously: the next filter may change before a transition ends.
        onSearch={(wanted) => navigate(`/search?${wanted}`, { flushSync: true })}
      />
      <PodcastSearchResults state={state} isFoundElsewhere={isFoundElsewhere(elsewhere.data)} />
      {state.q !== '' && <FoundElsewhere text={state.q} query={elsewhere} />}
    </PageFrame>
  );
}
