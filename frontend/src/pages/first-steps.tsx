import { useQuery } from '@tanstack/react-query';
import { me } from '../accounts/accounts.api.ts';
import { mayAct } from '../accounts/roles.ts';
import { recentEpisodes } from '../episodes/episodes.api.ts';
import { seriesCards } from '../series/series.api.ts';
import { late } from '../ui/late.tsx';

// For a new library only.
const FirstStepsList = late(async () => (await import('./first-steps-list.tsx')).FirstStepsList);

/** Leads an administrator from an empty library to the first mention. Nothing once there is one, and for others. */
export function FirstSteps() {
  const { data: account } = useQuery(me);
  const isAdmin = account?.user ? mayAct(account.user.role, 'admin') : false;
  const { data: series } = useQuery({ ...seriesCards, enabled: isAdmin });
  const { data: episodes } = useQuery({ ...recentEpisodes, enabled: isAdmin });
  const isNew = isAdmin && episodes !== undefined && episodes.length === 0;
  if (!isNew || series === undefined) return null;

  return <FirstStepsList hasPodcast={series.length > 0} />;
}
