import { Link } from '../kit/router/routing.tsx';
import { buttonClasses } from '../ui/button.tsx';

/** Links to continue from a page that does not exist. `podcast`: slug of the podcast it would belong to. */
export function MissingPageLinks({ podcast }: { podcast?: string }) {
  return (
    <nav aria-label="Where to go next" className="flex flex-wrap justify-center gap-2">
      {podcast !== undefined && (
        <Link to={`/podcasts/${encodeURIComponent(podcast)}`} className={buttonClasses('outline')}>
          Back to Podcast
        </Link>
      )}
      <Link to="/episodes" className={buttonClasses('outline')}>
        All episodes
      </Link>
      <Link to="/search" className={buttonClasses('outline')}>
        Search podcasts
      </Link>
    </nav>
  );
}
