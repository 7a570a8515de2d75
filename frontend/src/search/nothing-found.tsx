import type { AdvancedSearchAnswer } from '@earmark/contracts/search';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { CRITERIA, NO_SEARCH } from './search-state.ts';
import type { SearchState } from './search-state.ts';

interface NothingFoundProps {
  /** Whether nothing restricts the search, so that there is nothing to find. */
  isUnrestricted: boolean;
  relaxations: AdvancedSearchAnswer['relaxations'];
  onChange: (change: Partial<SearchState>) => void;
}

/** Names what would be found without one of the criteria. */
export function NothingFound({ isUnrestricted, relaxations, onChange }: NothingFoundProps) {
  if (isUnrestricted)
    return (
      <Notice level={3} title="Nothing to search yet" className="min-h-52 justify-center">
        Episodes appear here once they have a transcript.
      </Notice>
    );

  return (
    <Notice
      level={3}
      title="No results found"
      action={
        <ul aria-label="Search more widely" className="flex flex-wrap items-center justify-center gap-2">
          {relaxations.map(({ without, label, total, words }) => (
            <li key={label}>
              <Button
                onClick={() => onChange(words === undefined ? relaxedBy(without) : { words })}
                className="h-auto! min-h-8 pointer-coarse:min-h-11 py-1 whitespace-normal!"
              >
                {label}: {total.toLocaleString('en-GB')}
                <span className="sr-only"> {total === 1 ? 'episode' : 'episodes'}</span>
              </Button>
            </li>
          ))}
          <li>
            <Button variant="quiet" onClick={() => onChange(NO_SEARCH)}>
              Clear all
            </Button>
          </li>
        </ul>
      }
      className="min-h-52 justify-center"
    >
      {relaxations.length === 0
        ? 'No episode matches these criteria, even without any one of them.'
        : 'Nothing matches all criteria. These searches have results:'}
    </Notice>
  );
}

/** The change that drops a criterion, as the server names it. */
export function relaxedBy(without: string): Partial<SearchState> {
  if (without === 'words' || without === 'q') return { words: '' };
  if (without === 'minMentions') return { minMentions: 1 };
  if (without === 'dates') return { from: '', to: '' };
  const name = CRITERIA.find((criterion) => criterion === without);

  return name === undefined ? NO_SEARCH : { [name]: '' };
}
