import { RecentEpisodes } from '../episodes/recent-episodes.tsx';
import { PodcastSeries } from '../series/series-carousel.tsx';
import { PageFrame } from '../ui/page-frame.tsx';
import { FirstSteps } from './first-steps.tsx';

export function DashboardPage() {
  return (
    <PageFrame title="Dashboard" className="flex flex-col gap-8">
      <div>
        <h1 className="text-[28px] leading-9 font-semibold tracking-tight">Dashboard</h1>
        <p className="text-ink-soft mt-1">Track mentions of anything across all podcasts.</p>
      </div>
      <FirstSteps />
      <PodcastSeries />
      <RecentEpisodes />
    </PageFrame>
  );
}
