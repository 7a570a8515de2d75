import type { EntityTypeView } from '@earmark/contracts/vocabulary';
import { useQuery } from '@tanstack/react-query';
import { Fetched, LoadingFailed } from '../ui/fetched.tsx';
import { Notice } from '../ui/notice.tsx';
import { RowSkeletons } from '../ui/skeleton.tsx';
import { bandWords } from './card-state.ts';
import { modelQuality } from './discovery.api.ts';
import { QualityChart } from './quality-chart.tsx';
import { byModel, shareRight, shareWords } from './quality.ts';
import type { Counts, ModelRows } from './quality.ts';

const COLUMNS = ['Proposed', 'Approved', 'Corrected', 'Rejected', 'Pending', 'Right'] as const;

/** How good each model is, as a chart and as its table. */
export function QualityTab({ types }: { types: readonly EntityTypeView[] }) {
  const query = useQuery(modelQuality);

  return (
    <section aria-labelledby="quality" className="flex flex-col gap-4">
      <div>
        <h2 id="quality" className="text-[15px] font-semibold">
          How good is the model?
        </h2>
        <p className="text-ink-soft mt-1 max-w-[72ch] text-pretty">
          What became of the candidates that each model proposed. “Right” is the share of the decided ones that were
          approved under the name and category that the model gave; scores are kept after the decision.
        </p>
      </div>
      <div className="bg-surface border-line min-w-0 rounded-md border">
        <Fetched
          query={query}
          pending={<RowSkeletons label="Loading the numbers" rows={5} />}
          failed={<LoadingFailed query={query} title="Error loading the numbers" className="min-h-52 justify-center" />}
          isEmpty={(rows) => rows.length === 0}
          empty={
            <Notice title="Nothing has been proposed yet" className="min-h-52 justify-center">
              The numbers begin with the first search for entities.
            </Notice>
          }
        >
          {(rows) => {
            const models = byModel(rows);

            return (
              <>
                <div className="divide-line divide-y">
                  {models.map((model) => (
                    <QualityChart key={model.name} model={model} types={types} />
                  ))}
                </div>
                <Table models={models} types={types} />
              </>
            );
          }}
        </Fetched>
      </div>
    </section>
  );
}

function Table({ models, types }: { models: readonly ModelRows[]; types: readonly EntityTypeView[] }) {
  return (
    <section
      aria-label="Table of the numbers"
      // Focusable, so that it can be scrolled with the keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="border-line overflow-x-auto border-t focus-visible:-outline-offset-2"
    >
      <table className="w-full text-left tabular-nums">
        <caption className="sr-only">Proposals by model, category and confidence</caption>
        <thead className="text-ink-soft text-[13px]">
          <tr className="[&>th]:px-3 [&>th]:py-2 [&>th]:font-medium [&>th]:whitespace-nowrap">
            <th scope="col">Model</th>
            <th scope="col">Category</th>
            <th scope="col">Confidence</th>
            {COLUMNS.map((column) => (
              <th key={column} scope="col" className="text-right">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        {models.map(({ name, rows, sum }) => (
          <tbody key={name} className="[&>tr>*]:border-line [&>tr>*]:border-t [&>tr>*]:px-3 [&>tr>*]:py-1.5">
            {rows.map((row) => (
              <tr key={`${row.type} ${row.band}`}>
                <td className="max-w-52 truncate" title={name}>
                  {name}
                </td>
                <td>{types.find((one) => one.name === row.type)?.displayName ?? row.type}</td>
                <td>{bandWords[row.band]}</td>
                <Numbers counts={row} />
              </tr>
            ))}
            <tr className="bg-canvas font-medium">
              <th scope="row" colSpan={3} className="font-medium">
                {name}, all
              </th>
              <Numbers counts={sum} />
            </tr>
          </tbody>
        ))}
      </table>
    </section>
  );
}

function Numbers({ counts }: { counts: Counts }) {
  const { proposed, approved, corrected, rejected, pending } = counts;

  return (
    <>
      {[proposed, approved, corrected, rejected, pending].map((count, at) => (
        <td key={at} className="text-right">
          {count.toLocaleString('en-GB')}
        </td>
      ))}
      <td className="text-right">{shareWords(shareRight(counts))}</td>
    </>
  );
}
