import type { SearchOptions } from '@earmark/contracts/search';
import { FILTER_NAMES, filterText, filtersOf } from './box-text.ts';
import type { FilterName, FilterToken } from './box-text.ts';
import { filterOptions, nameOfOption, speakersOf } from './option-names.ts';
import type { Option } from './option-names.ts';

const OFFERED = 8;
const LEAST_OF_NAME = 2;

export interface Completion {
  readonly label: string;
  /** What kind of thing it is. */
  readonly about: string;
  /** The text of the box afterwards, and where the caret stands in it. */
  readonly text: string;
  readonly caret: number;
}

export const FILTER_HINTS: Readonly<Record<FilterName, string>> = {
  entity: 'a person, company, place …',
  category: 'a kind of entity',
  speaker: 'who says it',
  podcast: 'one podcast',
  episode: 'one episode',
  after: 'published since a day or year',
  before: 'published until a day or year',
};

/** The filter that is being typed at the caret; null when there is none. */
export const filterAtCaret = (text: string, caret: number): FilterToken | null =>
  filtersOf(text).find(
    ({ name, start, end, isClosed }) =>
      caret > start + name.length && caret <= end && !(isClosed && text[end - 1] === '"'),
  ) ?? null;

/** Offers values for the filter at the caret, else filters whose names begin with the word there. */
export function completionsAt(
  text: string,
  caret: number,
  options: SearchOptions | undefined,
  podcast: string,
  years: readonly string[],
): readonly Completion[] {
  const filter = filterAtCaret(text, caret);
  if (filter !== null) {
    const { name, start, end, value } = filter;
    const all = valuesOf(name, options, podcast, years);

    return filterOptions(all, value, OFFERED).map((option) => ({
      label: option.label,
      about: name,
      ...replaced(text, start, end, `${filterText(name, nameOfOption(option, all))} `),
    }));
  }
  const [word = ''] = /(?<![^\s])[a-z]+$/iu.exec(text.slice(0, caret)) ?? [];
  const isInQuotes = (text.slice(0, caret).match(/"/gu)?.length ?? 0) % 2 === 1;
  if (word.length < LEAST_OF_NAME || isInQuotes || /^\S/u.test(text.slice(caret))) return [];

  return FILTER_NAMES.filter((name) => name.startsWith(word.toLowerCase())).map((name) => ({
    label: `${name}:`,
    about: FILTER_HINTS[name],
    ...replaced(text, caret - word.length, caret, `${name}:`),
  }));
}

/** The text with a filter opened at its end, to be completed. */
export function withFilter(text: string, name: FilterName): { text: string; caret: number } {
  const start = text.trimEnd();
  const opened = `${start === '' ? '' : `${start} `}${name}:`;

  return { text: opened, caret: opened.length };
}

function replaced(text: string, start: number, end: number, by: string): { text: string; caret: number } {
  const rest = text.slice(end);

  return {
    text: text.slice(0, start) + by + (by.endsWith(' ') ? rest.trimStart() : rest),
    caret: start + by.length,
  };
}

function valuesOf(
  name: FilterName,
  options: SearchOptions | undefined,
  podcast: string,
  years: readonly string[],
): readonly Option[] {
  if (name === 'after' || name === 'before') return years.map((year) => ({ value: year, label: year }));
  if (options === undefined) return [];
  switch (name) {
    case 'entity':
      return options.entities;
    case 'category':
      return options.categories;
    case 'speaker':
      return speakersOf(options, podcast);
    case 'podcast':
      return options.podcasts;
    case 'episode':
      return options.episodes;
  }
}
