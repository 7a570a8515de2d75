import { CRITERIA, NO_SEARCH, SearchState } from './search-state.ts';
import type { Criterion } from './search-state.ts';

/** Filters as the box spells them, in the order in which it lists them. */
export const FILTERS = {
  entity: 'entity',
  category: 'category',
  speaker: 'speaker',
  podcast: 'podcast',
  episode: 'episode',
  after: 'from',
  before: 'to',
} as const satisfies Record<string, Criterion>;
export type FilterName = keyof typeof FILTERS;
export const FILTER_NAMES = Object.keys(FILTERS).filter(isFilterName);

export interface FilterToken {
  readonly name: FilterName;
  readonly value: string;
  /** UTF-16 offsets into the text. */
  readonly start: number;
  readonly end: number;
  /** Whether it ends with its closing quotation mark or is followed by a space. */
  readonly isClosed: boolean;
}

const FILTER_START = /([a-z]+):/iy;
const QUOTED = /"((?:\\.|[^"\\])*)("?)/suy;
const BARE = /[^\s()"]*/uy;

/** The filters of a text, except inside quotation marks or behind a minus; read as the server reads them. */
export function filtersOf(text: string): readonly FilterToken[] {
  const straight = text.replaceAll(/[“”„«»]/gu, '"');
  const found: FilterToken[] = [];
  let at = 0;
  let isStart = true;
  while (at < straight.length) {
    const filter = isStart ? filterAt(straight, at) : null;
    if (filter !== null) {
      found.push(filter);
      at = filter.end;
    } else if (straight[at] === '"') at = endOf(QUOTED, straight, at);
    else at += 1;
    isStart = /[\s()"]/u.test(straight[at - 1] ?? '');
  }

  return found;
}

function filterAt(text: string, start: number): FilterToken | null {
  FILTER_START.lastIndex = start;
  const name = FILTER_START.exec(text)?.[1]?.toLowerCase() ?? '';
  if (!isFilterName(name)) return null;
  const from = start + name.length + 1;
  if (text[from] !== '"') {
    const end = endOf(BARE, text, from);

    return { name, value: text.slice(from, end), start, end, isClosed: end < text.length };
  }
  QUOTED.lastIndex = from;
  const [all = '', inside = '', close = ''] = QUOTED.exec(text) ?? [];

  return { name, value: inside.replaceAll(/\\(.)/gsu, '$1'), start, end: from + all.length, isClosed: close !== '' };
}

function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;

  return at + (pattern.exec(text)?.[0].length ?? 1);
}

function isFilterName(name: string): name is FilterName {
  return Object.hasOwn(FILTERS, name);
}

/** What the box says: words, then filters; first the filters, where an open quotation mark or parenthesis would take them in. */
export function boxTextOf(state: SearchState): string {
  const filters = FILTER_NAMES.flatMap((name) => {
    const value = state[FILTERS[name]];

    return value === '' ? [] : [filterText(name, value)];
  });
  if (state.words === '') return filters.join(' ');
  const text = [state.words, ...filters].join(' ');

  return searchOfText(text).words === state.words ? text : [...filters, state.words].join(' ');
}

/** `speaker:Ann`, `speaker:"Ann Lee"` */
export const filterText = (name: FilterName, value: string): string => `${name}:${quoted(value)}`;

const quoted = (value: string): string =>
  /^[\p{L}\p{M}\p{N}_.-]+$/u.test(value) ? value : `"${value.replaceAll(/["\\]/gu, String.raw`\$&`)}"`;

/** Words and filters of a text; the last filter of a name counts. `leaveOut`: a filter that is still being typed. */
export function searchOfText(
  text: string,
  leaveOut: FilterToken | null = null,
): Pick<SearchState, 'words' | Criterion> {
  const parts: string[] = [];
  const search = { ...NO_SEARCH };
  let at = 0;
  for (const filter of filtersOf(text)) {
    parts.push(text.slice(at, filter.start).trim());
    at = filter.end;
    if (filter.start !== leaveOut?.start) search[FILTERS[filter.name]] = filter.value.trim();
  }
  parts.push(text.slice(at).trim());
  const { words: _, minMentions: __, sortBy: ___, ...criteria } = search;

  return { ...criteria, words: parts.filter((part) => part !== '').join(' ') };
}

/** The search of an address. Filters that its `q` contains count where the address does not give them itself. */
export function searchStateOf(params: URLSearchParams): SearchState {
  const given = Object.fromEntries([...params].map(([name, value]) => [name, value === 'all' ? '' : value]));
  const { words, ...filters } = searchOfText(params.get('q') ?? '');
  const state = SearchState.parse({ ...given, words });
  for (const name of CRITERIA) if (state[name] === '') state[name] = filters[name];

  return state;
}
