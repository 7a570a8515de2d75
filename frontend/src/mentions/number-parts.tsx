import type { WhyView } from '@earmark/contracts/entities';
import { useQuery } from '@tanstack/react-query';
import { behindWords, episodesOf, mentionsAre, Breakdown, Part, PartsTable, Remarks } from './parts-table.tsx';
import { whyNumber } from './why.api.ts';
import type { Scope } from './why.api.ts';

/** The breakdown of one entity's number. */
export function NumberParts({ entity, scope }: { entity: string; scope: Scope }) {
  const query = useQuery(whyNumber(entity, scope));

  return (
    <Breakdown query={query}>
      {(data) => (
        <>
          {' '}
          <PartsTable total={data.total}>
            {data.patterns.map((pattern) => (
              <Part key={`${pattern.patternId} ${pattern.name}`} mentions={pattern.mentions} counted={pattern.counted}>
                <span className="font-medium">{pattern.name}</span>
                <Notes
                  notes={[
                    pattern.caseSensitive && 'case sensitive',
                    !pattern.wholeWord && 'part of words',
                    pattern.ofEntity !== null && `${pattern.ofEntity}, which counts as this one`,
                  ]}
                />
              </Part>
            ))}
            {data.byHand.names.length > 0 && (
              <Part mentions={data.byHand.mentions} counted={data.byHand.counted}>
                <span className="font-medium">{data.byHand.names.join(', ')}</span>
                <Notes notes={['added by hand']} />
              </Part>
            )}
            {data.untold > 0 && (
              <Part mentions={data.untold} counted={data.untold}>
                Mentions that were not examined individually
              </Part>
            )}
          </PartsTable>
          <Remarks remarks={remarksOf(data)} />
        </>
      )}
    </Breakdown>
  );
}

function Notes({ notes }: { notes: readonly (string | false)[] }) {
  const said = notes.filter((note) => note !== false);

  return said.length > 0 && <span className="text-ink-soft text-[13px]"> {said.join(', ')}</span>;
}

const remarksOf = ({ moved, removed, notCountedIn, vocabularyBehind, episodeUuid }: WhyView) => [
  removed.mentions > 0 &&
    `${mentionsAre(removed.mentions)} not counted: removed by hand${episodeUuid === null ? ` in ${episodesOf(removed.episodes)}` : ''}.`,
  moved.mentions > 0 && `${mentionsAre(moved.mentions)} assigned to ${moved.names.join(', ')} by hand.`,
  notCountedIn.episodes < notCountedIn.of &&
    `People decided against it in ${episodesOf(notCountedIn.of)}; this breakdown includes only ${notCountedIn.episodes.toLocaleString('en-GB')} of them.`,
  behindWords(vocabularyBehind, episodeUuid !== null),
];
