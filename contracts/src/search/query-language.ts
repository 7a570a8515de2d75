import { LONGEST_QUERY } from './values.ts';

/** What a query asks of a segment. */
export type WordsAsked =
  /** A word with its inflected forms, or several words in a row when the text is none of the language's words ("it's"). */
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'prefix'; readonly text: string }
  | { readonly kind: 'phrase'; readonly text: string }
  /** Both within `distance` words of each other, in either order. */
  | { readonly kind: 'near'; readonly distance: number; readonly left: WordsAsked; readonly right: WordsAsked }
  | { readonly kind: 'not'; readonly of: WordsAsked }
  | { readonly kind: 'and' | 'or'; readonly of: readonly WordsAsked[] };

export const QUERY_FILTERS = ['speaker', 'podcast', 'category', 'entity', 'episode', 'after', 'before'] as const;
export type QueryFilter = (typeof QUERY_FILTERS)[number];

export interface ParsedQuery {
  /** Null: it has filters only, or nothing. */
  readonly asked: WordsAsked | null;
  readonly filters: Readonly<Partial<Record<QueryFilter, string>>>;
  /** The query without its filters. */
  readonly words: string;
  /** Sentences about what was read leniently. */
  readonly notes: readonly string[];
  /** Why nobody should run it, with advice; null: it may run. */
  readonly refusal: string | null;
}

const MOST_TERMS = 32;
const DEEPEST = 12;
const FARTHEST = 50;

const TOKEN =
  /\s+|"([^"]*)("|$)|(-?)(speaker|podcast|category|entity|episode|after|before):(?:"([^"]*)(?:"|$)|([^\s()"]*))|near\/(\d+)(?=[\s()"]|$)|[()]|-(?=[^\s)-])|[^\s()"]+/giu;

type Token =
  | { readonly kind: 'asked'; readonly of: WordsAsked }
  | { readonly kind: 'near'; readonly distance: number }
  | { readonly kind: 'and' | 'or' | 'not' | '(' | ')' };

/** Reads what somebody typed. Never throws: what makes no sense is left out with a note. */
export function parseQuery(query: string): ParsedQuery {
  const notes = new Set<string>();
  const filters: Partial<Record<QueryFilter, string>> = {};
  const rest: string[] = [];
  const tokens: Token[] = [];
  let terms = 0;
  const ask = (of: WordsAsked) => {
    terms += 1;
    tokens.push({ kind: 'asked', of });
  };
  for (const match of query
    .normalize('NFC')
    .replace(/[“”„«»]/g, '"')
    .matchAll(TOKEN)) {
    const [token, phrase, quote, minus, filter, quotedValue, value, distance] = match;
    if (filter !== undefined) {
      const name = filter.toLowerCase() as QueryFilter;
      const wanted = (quotedValue ?? value ?? '').trim();
      if (minus === '-') notes.add(`Filters cannot be excluded, so ${token} was left out.`);
      else if (wanted === '') notes.add(`${filter}: names nothing yet.`);
      else {
        if (filters[name] !== undefined && filters[name] !== wanted)
          notes.add(`Only one ${name}: at a time; the last one counts.`);
        filters[name] = wanted;
      }
      continue;
    }
    rest.push(token);
    if (/^\s/.test(token)) continue;
    if (phrase !== undefined) {
      if (quote !== '"') notes.add('A quotation mark is missing; the phrase was read to the end.');
      const text = phrase.replace(/\s+/g, ' ').trim();
      if (text !== '') ask({ kind: 'phrase', text });
    } else if (distance !== undefined) tokens.push({ kind: 'near', distance: Math.min(Number(distance), FARTHEST) });
    else if (token === '(' || token === ')') tokens.push({ kind: token });
    else if (token === '-' || token === 'NOT') tokens.push({ kind: 'not' });
    else if (token === 'AND') tokens.push({ kind: 'and' });
    else if (token === 'OR' || token === '|') tokens.push({ kind: 'or' });
    else if (/^[^*]+\*+$/.test(token)) ask({ kind: 'prefix', text: token.replace(/\*+$/, '') });
    else ask({ kind: 'word', text: token });
  }
  const words = rest.join('').replace(/\s+/g, ' ').trim();
  const refusal =
    query.length > LONGEST_QUERY
      ? `A query may have ${LONGEST_QUERY} characters. Shorten it.`
      : terms > MOST_TERMS
        ? `A query may have ${MOST_TERMS} words and phrases; this one has ${terms}. Leave some out.`
        : deepest(tokens) > DEEPEST
          ? `Parentheses may be nested ${DEEPEST} deep. Simplify the query.`
          : null;

  return {
    asked: refusal === null ? new Reader(tokens, notes).read() : null,
    filters,
    words,
    notes: [...notes],
    refusal,
  };
}

/** A query that asks the same. */
export function writeQuery(asked: WordsAsked): string {
  switch (asked.kind) {
    case 'word':
      return asked.text;
    case 'prefix':
      return `${asked.text}*`;
    case 'phrase':
      return `"${asked.text}"`;
    case 'near':
      return `${writeQuery(asked.left)} near/${asked.distance} ${writeQuery(asked.right)}`;
    case 'not':
      return `NOT ${within(asked.of)}`;
    case 'and':
      return asked.of.map((one) => (one.kind === 'or' ? within(one) : writeQuery(one))).join(' ');
    case 'or':
      return asked.of.map(writeQuery).join(' OR ');
  }
}

const within = (asked: WordsAsked): string =>
  asked.kind === 'near' || asked.kind === 'and' || asked.kind === 'or' ? `(${writeQuery(asked)})` : writeQuery(asked);

function deepest(tokens: readonly Token[]): number {
  let [depth, most] = [0, 0];
  for (const { kind } of tokens) {
    if (kind === '(') most = Math.max(most, (depth += 1));
    else if (kind === ')' && depth > 0) depth -= 1;
  }

  return most;
}

/** `or` binds least, then `and` (also between two words with nothing in between), `near`, `not`. */
class Reader {
  private at = 0;

  constructor(
    private readonly tokens: readonly Token[],
    private readonly notes: Set<string>,
  ) {}

  read(): WordsAsked | null {
    const parts: (WordsAsked | null)[] = [];
    while (this.at < this.tokens.length) {
      parts.push(this.either());
      if (this.tokens[this.at]?.kind === ')') {
        this.at += 1;
        this.notes.add('A closing parenthesis without an opening one was left out.');
      }
    }

    return together('and', parts);
  }

  private either(): WordsAsked | null {
    const parts = [this.all()];
    while (this.tokens[this.at]?.kind === 'or') {
      this.at += 1;
      parts.push(this.all());
    }
    if (parts.length > 1 && parts.includes(null)) this.notes.add('OR stands between two words or phrases.');

    return together('or', parts);
  }

  private all(): WordsAsked | null {
    const parts: (WordsAsked | null)[] = [];
    for (;;) {
      const kind = this.tokens[this.at]?.kind;
      if (kind === undefined || kind === ')' || kind === 'or') return together('and', parts);
      if (kind === 'and') {
        this.at += 1;
        if (parts.length === 0) this.notes.add('AND stands between two words or phrases.');
      } else parts.push(this.neighbours());
    }
  }

  private neighbours(): WordsAsked | null {
    let left = this.one();
    for (let token = this.tokens[this.at]; token?.kind === 'near'; token = this.tokens[this.at]) {
      this.at += 1;
      const right = this.one();
      if (left === null || right === null || !hasPlaces(left) || !hasPlaces(right)) {
        this.notes.add('near/5 stands between two words or phrases; here it was read as AND.');
        left = together('and', [left, right]);
      } else left = { kind: 'near', distance: token.distance, left, right };
    }

    return left;
  }

  private one(): WordsAsked | null {
    const token = this.tokens[this.at];
    switch (token?.kind) {
      case 'asked':
        this.at += 1;
        return token.of;
      case 'not': {
        this.at += 1;
        const of = this.one();
        if (of === null) this.notes.add('NOT stands before a word or phrase.');

        return of === null ? null : of.kind === 'not' ? of.of : { kind: 'not', of };
      }
      case '(': {
        this.at += 1;
        const of = this.either();
        if (this.tokens[this.at]?.kind === ')') this.at += 1;
        else this.notes.add('A closing parenthesis is missing; it was added at the end.');

        return of;
      }
      default:
        return null;
    }
  }
}

/** Only words and phrases, and those near each other, are at a place in a text. */
const hasPlaces = ({ kind }: WordsAsked): boolean => kind === 'word' || kind === 'prefix' || kind === 'phrase';

function together(kind: 'and' | 'or', parts: readonly (WordsAsked | null)[]): WordsAsked | null {
  const some = parts
    .filter((part) => part !== null)
    .flatMap((part) => (part.kind === kind ? (part.of as readonly WordsAsked[]) : [part]));

  return some.length > 1 ? { kind, of: some } : (some[0] ?? null);
}
