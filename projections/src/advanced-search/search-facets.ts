import { MOST_FACET_VALUES, type SearchFacet, type SearchFacets } from '@earmark/contracts/search';
import type { Db } from '../kit/db.ts';
import type { Criteria } from './criteria.ts';
import type { Scan } from './episode-scanner.ts';
import type { Numbers } from './names.ts';
import { countFacets } from './search-evaluation.ts';
import type { Library } from './library.ts';
import type { ShownNames } from './shown-names.ts';
import type { TimeBudget } from './time-budget.ts';

interface Found {
  readonly library: Library;
  readonly shown: ShownNames;
  readonly criteria: Criteria;
  readonly scan: Scan;
  readonly budget: TimeBudget;
}

/** `scan`: what the criteria find, with facets. The most frequent values of each, and those that are chosen. */
export async function facetsOf(db: Db, { library, shown, criteria, scan, budget }: Found): Promise<SearchFacets> {
  const counts = countFacets(library, criteria, scan, budget);
  const { entities, speakers, categories } = library.names;
  const ofEntities = topNumbers(counts.entities, entities, criteria.entity);
  const ofPodcasts = topKeys(counts.podcasts, criteria.seriesUuid);
  const names = await shown.entities(
    db,
    ofEntities.map(([entity]) => entities.texts[entity]!),
  );
  const podcasts = await shown.podcasts(
    db,
    ofPodcasts.map(([uuid]) => uuid),
  );
  const labels = await shown.categories(db);
  const facet = (one: { value: string; label: string } | undefined, count: number): SearchFacet[] =>
    one === undefined ? [] : [{ ...one, count }];

  return {
    podcasts: byCountAndLabel(
      ofPodcasts.flatMap(([uuid, count]) => {
        const podcast = podcasts.get(uuid);

        return facet(podcast && { value: podcast.slug, label: podcast.name }, count);
      }),
    ),
    categories: byCountAndLabel(
      topNumbers(counts.categories, categories, criteria.category).flatMap(([category, count]) => {
        const found = labels.get(categories.texts[category]!);

        return facet(found && { value: found.name, label: found.label }, count);
      }),
    ),
    entities: byCountAndLabel(
      ofEntities.flatMap(([entity, count]) => {
        const name = names.get(entities.texts[entity]!);

        return facet(name && { value: name.slug, label: name.name }, count);
      }),
    ),
    speakers: topNumbers(counts.speakers, speakers, ...(criteria.speakers ?? [])).map(([speaker, count]) => {
      const name = speakers.texts[speaker]!;

      return { value: name, label: name, count };
    }),
    years: topKeys(counts.years, chosenYear(criteria))
      .sort((a, b) => b[0] - a[0])
      .map(([year, count]) => ({ value: String(year), label: String(year), count })),
  };
}

function topKeys<Key extends string | number>(counts: ReadonlyMap<Key, number>, chosen: Key | null): [Key, number][] {
  const all = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));

  return all.filter(([key], index) => index < MOST_FACET_VALUES || key === chosen);
}

/** Null unless the days asked for are those of one year. */
function chosenYear({ fromMs, toMs }: Criteria): number | null {
  if (fromMs === null || toMs === null) return null;
  const year = new Date(fromMs).getUTCFullYear();

  return fromMs === Date.UTC(year, 0) && toMs === Date.UTC(year + 1, 0) ? year : null;
}

/**
 * The numbers with the highest counts above 0, of equal counts those with the lower texts: numbers differ between servers.
 * Then the chosen ones that are not among them.
 */
function topNumbers(
  counts: Int32Array,
  { texts }: Numbers,
  ...chosen: readonly (number | null)[]
): [number: number, count: number][] {
  const top: [number, number][] = [];
  // Of tens of thousands of numbers hardly any is compared.
  let least = 1;
  for (let number = 0; number < counts.length; number += 1) {
    const count = counts[number]!;
    if (count < least) continue;
    const index = top.findIndex(([other, own]) => count > own || (count === own && texts[number]! < texts[other]!));
    if (index === -1 && top.length === MOST_FACET_VALUES) continue;
    top.splice(index === -1 ? top.length : index, 0, [number, count]);
    top.length = Math.min(top.length, MOST_FACET_VALUES);
    if (top.length === MOST_FACET_VALUES) least = top.at(-1)![1];
  }
  for (const number of chosen) {
    const count = number === null ? 0 : (counts[number] ?? 0);
    if (number !== null && count > 0 && !top.some(([other]) => other === number)) top.push([number, count]);
  }

  return top;
}

const byCountAndLabel = (facets: SearchFacet[]): SearchFacet[] =>
  facets.sort((a, b) => b.count - a.count || a.label.localeCompare(b.label, 'en') || (a.value < b.value ? -1 : 1));
