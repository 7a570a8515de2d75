import { foldName } from '@earmark/contracts/mentions';
import type { SearchOptions } from '@earmark/contracts/search';
import type { SearchState } from './search-state.ts';

export type Option = SearchOptions['speakers'][number];

// There may be thousands of options, and each key filters them.
const folded = new WeakMap<Option, string>();

function foldedLabel(option: Option): string {
  const known = folded.get(option) ?? foldName(option.label);
  folded.set(option, known);

  return known;
}

/** What address and box say for an option: what people read, unless another option reads the same. */
export function nameOfOption(option: Option, options: readonly Option[]): string {
  const wanted = foldedLabel(option);

  return options.some((other) => other.value !== option.value && foldedLabel(other) === wanted)
    ? option.value
    : option.label;
}

/** The option that a text of address or box means; null when there is none. */
export function findOption(text: string, options: readonly Option[]): Option | null {
  if (text === '') return null;
  const wanted = foldName(text);

  return (
    options.find(({ value }) => value === text) ??
    options.find((option) => foldedLabel(option) === wanted || option.value.toLowerCase() === wanted) ??
    null
  );
}

/** Options whose label contains the text; those that begin with it, or have a word that does, come first. */
export function filterOptions(options: readonly Option[], text: string, limit: number): readonly Option[] {
  const wanted = foldName(text);
  if (wanted === '') return options.slice(0, limit);
  const ranked: Option[][] = [[], [], []];
  for (const option of options) {
    const label = foldedLabel(option);
    const at = label.indexOf(wanted);
    if (at === 0) ranked[0]?.push(option);
    else if (at > 0) ranked[label[at - 1] === ' ' ? 1 : 2]?.push(option);
  }

  return ranked.flat().slice(0, limit);
}

/** The speakers of the podcast; all where it is not known. */
export function speakersOf(
  { speakers, speakersByPodcast, podcasts }: SearchOptions,
  podcast: string,
): readonly Option[] {
  const option = findOption(podcast, podcasts);
  const names = option === null ? undefined : (speakersByPodcast[option.value] ?? speakersByPodcast[option.label]);

  return names === undefined ? speakers : names.map((name) => ({ value: name, label: name }));
}

/** The change with what people read in place of slugs and uuids. */
export function withNames(change: Partial<SearchState>, options: SearchOptions | undefined): Partial<SearchState> {
  if (options === undefined) return change;
  const named = { ...change };
  for (const [name, list] of listsOf(options)) {
    const option = findOption(change[name] ?? '', list);
    if (option !== null) named[name] = nameOfOption(option, list);
  }

  return named;
}

const listsOf = ({ entities, categories, podcasts, episodes }: SearchOptions) =>
  [
    ['entity', entities],
    ['category', categories],
    ['podcast', podcasts],
    ['episode', episodes],
  ] as const;
