import { workerJob } from '../kit/process/worker-job.ts';
import type { FeedPage } from './feed-page.ts';
import { joinParser, listParser, pageParser, type FeedJob } from './feed-reading.ts';
import type { FeedList } from './opml.ts';
import type { Feed } from './read-feed.ts';

export default workerJob<FeedJob, FeedPage | Feed | FeedList>(async (job) => {
  switch (job.kind) {
    case 'page':
      return pageParser.read(job);
    case 'join':
      return joinParser.read(job);
    case 'list':
      return listParser.read(job);
  }
});
