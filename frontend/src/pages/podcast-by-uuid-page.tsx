import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from '../kit/router/routing.tsx';
import { podcastPage } from '../episodes/episodes.api.ts';
import { PodcastPage } from './podcast-page.tsx';

/** `/podcast/{uuid}` redirects to the podcast's page, and has the same loading and error states. */
export function PodcastByUuidPage() {
  const { uuid = '' } = useParams();
  const { data } = useQuery(podcastPage(uuid));
  if (data === undefined) return <PodcastPage podcastName={uuid} />;

  return <Navigate to={`/podcasts/${data.podcast.slug}`} replace />;
}
