import type { EntityTypeView, NoiseProposal, NoisyPattern, NoisyPatternPage } from '@earmark/contracts/vocabulary';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDebounced } from '../kit/debounced.ts';
import { Button } from '../ui/button.tsx';
import { Fetched, LoadingFailed } from '../ui/fetched.tsx';
import { NextPage } from '../ui/more-button.tsx';
import { Notice } from '../ui/notice.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { Loading, Skeleton } from '../ui/skeleton.tsx';
import { CountedPattern, rowId } from './counted-pattern.tsx';
import { countedPatterns, useDecide, type CountsFilter, type Decision, type Show, type Sort } from './noise.api.ts';
import { draftOf, wordsTyped } from './pattern-draft.ts';
import type { ChangePreview, PatternChange } from './pattern-draft.ts';
import { useWaitingRows } from './use-waiting-rows.ts';

interface CountedPatternsProps {
  types: readonly EntityTypeView[];
  filter: CountsFilter;
  onFilter: (filter: CountsFilter) => void;
  preview: ChangePreview;
}

const SORTS: readonly { value: Sort; label: string }[] = [
  { value: 'mentions', label: 'Most mentions' },
  { value: 'episodes', label: 'Most episodes' },
  { value: 'noise', label: 'Most everyday words' },
  { value: 'name', label: 'Name' },
];
const SHOWS: readonly { value: Show; label: string }[] = [
  { value: 'noisy', label: 'Noisy' },
  { value: 'ambiguous', label: 'Ambiguous' },
  { value: 'unmentioned', label: 'Without mentions' },
  { value: 'left', label: 'Left as they are' },
  { value: 'all', label: 'All' },
];
const SETTLES_AFTER_MS = 200;
/** Id of the heading of the section, which takes the focus once no row is left. */
export const HEADING = 'pattern-counts';

/** All patterns with what they find, and the worklist of noisy ones. */
export function CountedPatterns({ types, filter, onFilter, preview }: CountedPatternsProps) {
  const [text, setText] = useState(filter.text);
  const wanted = useDebounced(text, SETTLES_AFTER_MS).trim();
  const query = useInfiniteQuery(countedPatterns({ ...filter, text: wanted }));
  const pages = query.data?.pages;
  const latest = pages?.at(-1);
  const patterns = pages?.flatMap((page) => page.patterns) ?? [];
  const options = SHOWS.map(({ value, label }) => ({
    value,
    label: latest === undefined ? label : `${label} (${latest.counts[value].toLocaleString('en')})`,
  }));

  return (
    <>
      <div className="border-line grid items-end gap-3 border-b px-4 py-3 sm:grid-cols-[repeat(3,minmax(0,12rem))_minmax(0,1fr)]">
        <SelectField
          label="Show"
          value={filter.show}
          options={options}
          onChange={(show) => onFilter({ ...filter, show })}
        />
        <SelectField
          label="Sort by"
          value={filter.sort}
          options={SORTS}
          onChange={(sort) => onFilter({ ...filter, sort })}
        />
        <SelectField
          label="Category"
          value={filter.entityTypeId}
          options={[
            { value: '', label: 'All categories' },
            ...types.map(({ id, displayName }) => ({ value: id, label: displayName })),
          ]}
          onChange={(entityTypeId) => onFilter({ ...filter, entityTypeId })}
        />
        <SearchField
          placeholder="Search all patterns..."
          value={text}
          onChange={setText}
          maxLength={300}
          className="w-full"
        />
      </div>
      <Fetched
        query={query}
        pending={<CountSkeletons />}
        failed={<LoadingFailed query={query} level={3} title="Error counting patterns" />}
        isEmpty={() => patterns.length === 0}
        empty={<NothingHere show={filter.show} page={latest} isSearch={wanted !== ''} />}
      >
        {() => (
          <div aria-busy={query.isPlaceholderData} className={query.isPlaceholderData ? 'opacity-60' : undefined}>
            <Standing page={latest} />
            <Rows key={filter.show} patterns={patterns} types={types} preview={preview} />
            <NextPage query={query} />
          </div>
        )}
      </Fetched>
    </>
  );
}

/** Says while numbers are still being counted. */
function Standing({ page }: { page: NoisyPatternPage | undefined }) {
  return (
    <output className="text-ink-soft block px-4 text-[13px] empty:hidden [&:not(:empty)]:pt-3">
      {page !== undefined && !page.isLevel && (
        <>
          Counting what changed
          {page.waiting > 0 && `: ${page.waiting.toLocaleString('en')} episodes to go`}. The numbers below are those
          before.
        </>
      )}
    </output>
  );
}

function NothingHere({ show, page, isSearch }: { show: Show; page: NoisyPatternPage | undefined; isSearch: boolean }) {
  if (page !== undefined && !page.isLevel)
    return (
      <Notice level={3} title="Counting what patterns find…">
        {page.waiting > 0 && `${page.waiting.toLocaleString('en')} episodes to go.`}
      </Notice>
    );
  if (isSearch) return <Notice level={3} title="No pattern found" />;
  if (show === 'noisy')
    return (
      <Notice level={3} title="No noisy patterns">
        No pattern finds mostly everyday words, as far as the transcripts show.
      </Notice>
    );

  return <Notice level={3} title="No patterns here" />;
}

interface RowsProps {
  patterns: readonly NoisyPattern[];
  types: readonly EntityTypeView[];
  preview: ChangePreview;
}

function Rows({ patterns, types, preview }: RowsProps) {
  const [previewed, setPreviewed] = useState<{ id: string; proposal: NoiseProposal } | null>(null);
  const { waiting, begin, end } = useWaitingRows(
    patterns.map(({ id }) => id),
    rowId,
    () => document.getElementById(HEADING),
  );
  const { mutate } = useDecide(end);
  const focus = (at: number) => {
    const pattern = patterns[at];
    if (pattern) document.getElementById(rowId(pattern.id))?.focus();
  };
  const decide = (decision: Decision) => {
    const { id } = decision.pattern;
    if (previewed?.id === id) setPreviewed(null);
    begin(id);
    mutate(decision);
  };

  return (
    <ul aria-label="Patterns by mentions" className="divide-line divide-y">
      {patterns.map((pattern, index) => {
        const shown = previewed?.id === pattern.id ? previewed.proposal : null;
        return (
          <CountedPattern
            key={pattern.id}
            pattern={pattern}
            type={types.find(({ id }) => id === pattern.entityTypeId)}
            isPending={waiting.has(pattern.id)}
            previewed={shown?.kind ?? null}
            preview={
              shown !== null && (
                <ProposalPreview
                  pattern={pattern}
                  chosen={shown}
                  preview={preview}
                  onChoose={(proposal) => setPreviewed({ id: pattern.id, proposal })}
                />
              )
            }
            onPreview={(proposal) => setPreviewed(proposal && { id: pattern.id, proposal })}
            onTake={(proposal) => decide({ kind: 'take', pattern, proposal })}
            onLeave={(isLeft) => decide({ kind: 'leave', pattern, isLeft })}
            onMove={(by) => focus(index + by)}
          />
        );
      })}
    </ul>
  );
}

interface ProposalPreviewProps {
  pattern: NoisyPattern;
  chosen: NoiseProposal;
  preview: ChangePreview;
  onChoose: (proposal: NoiseProposal) => void;
}

function ProposalPreview({ pattern, chosen, preview, onChoose }: ProposalPreviewProps) {
  return (
    <div className="bg-canvas border-line flex flex-col gap-3 rounded-md border p-3">
      {pattern.proposals.length > 1 && (
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">What to preview</legend>
          {pattern.proposals.map((proposal) => (
            <Button
              key={proposal.kind}
              variant="quiet"
              aria-pressed={proposal.kind === chosen.kind}
              onClick={() => onChoose(proposal)}
              className="aria-pressed:bg-hover aria-pressed:text-ink h-auto! min-h-8 py-1 text-left whitespace-normal! pointer-coarse:min-h-11"
            >
              {proposal.says}
            </Button>
          ))}
        </fieldset>
      )}
      {preview.show(changeOf(pattern, chosen), undefined, { mentions: pattern.noise.mentions, entity: pattern.entity })}
    </div>
  );
}

function changeOf(pattern: NoisyPattern, { changes }: NoiseProposal): PatternChange {
  if (changes === null) return { change: 'delete', id: pattern.id };
  const { near, ...options } = changes;
  const changed = { ...options, ...(near ? { near: wordsTyped(near) } : {}) };

  return { change: 'edit', id: pattern.id, ...draftOf(pattern), ...changed, changes: changed };
}

function CountSkeletons() {
  return (
    <Loading label="Counting patterns" className="flex flex-col gap-4 px-4 py-4">
      {[180, 140, 220].map((width) => (
        <div key={width} style={{ width }}>
          <Skeleton className="h-5" />
        </div>
      ))}
    </Loading>
  );
}
