import { Lexer, parse, Parser, YAMLError } from 'yaml';
import { z } from 'zod';

/** The YAML block at the head of a Markdown transcript, and the text after it. */
export interface FrontMatter {
  readonly body: string;
  readonly title: string | null;
  /** ISO UTC; midnight when the file gives only a day. */
  readonly publishedAt: string | null;
  /** Names of speakers, hosts and guests: labels with these names are certainly speakers. */
  readonly names: readonly string[];
  readonly warnings: readonly string[];
}

const Line = z.union([z.string(), z.number()]).transform(String).nullish().catch(null);
const Names = z
  .union([z.string().transform((names) => [names]), z.array(z.string())])
  .nullish()
  .catch(null);
const Fields = z.object({
  title: Line,
  date: Line,
  publish_date: Line,
  published: Line,
  published_at: Line,
  pubDate: Line,
  speakers: Names,
  hosts: Names,
  host: Names,
  guests: Names,
  guest: Names,
});
const MAX_CHARACTERS = 100_000;
const DEEPEST = 50;

/** Splits off YAML front matter, if there is any. Invalid YAML is ignored with a warning. */
export function readFrontMatter(text: string): FrontMatter {
  const none = { body: text, title: null, publishedAt: null, names: [], warnings: [] };
  const opening = /^---[ \t]*\n/.exec(text)?.[0].length;
  if (opening === undefined) return none;
  const end = /\n---[ \t]*\n/.exec(text.slice(opening - 1, MAX_CHARACTERS));
  if (end === null) return none;
  const body = text.slice(opening - 1 + end.index + end[0].length);
  const fields = yamlFields(text.slice(opening, opening + end.index));
  if (fields === null) return { ...none, body, warnings: ['The front matter is not valid YAML and was ignored.'] };

  const date = fields.publish_date ?? fields.published_at ?? fields.published ?? fields.pubDate ?? fields.date;
  const names = [fields.speakers, fields.hosts, fields.host, fields.guests, fields.guest].flatMap((list) => list ?? []);
  return {
    body,
    title: fields.title?.trim() || null,
    publishedAt: instant(date ?? ''),
    names: names.flatMap((name) => name.split(/[&+,]/).map((part) => part.trim())).filter((name) => name !== ''),
    warnings: [],
  };
}

/** The first date in a text such as "2024-05-06" or "2024-05-06T07:08:09Z", as ISO UTC, or null. */
export function instant(text: string): string | null {
  const match = /\b(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2}))?/.exec(text);
  if (match === null) return null;
  const time = new Date(match[2] === undefined ? `${match[1]}T00:00:00Z` : match[0]);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}

function yamlFields(source: string): z.infer<typeof Fields> | null {
  if (isNestedTooDeeply(source)) return null;
  try {
    // The parser's own warnings quote the file, which must not reach the server's log.
    const fields = Fields.safeParse(parse(source, { logLevel: 'error' }));
    return fields.success ? fields.data : null;
  } catch (error) {
    // Too many aliases throw a ReferenceError.
    if (error instanceof YAMLError || error instanceof ReferenceError) return null;
    throw error;
  }
}

/** The library composes values recursively, and Node aborts the process when a regular expression is compiled on a full stack. */
function isNestedTooDeeply(source: string): boolean {
  const parser = new Parser();
  for (const token of new Lexer().lex(source)) {
    Array.from(parser.next(token));
    if (parser.stack.length > DEEPEST) return true;
  }
  return false;
}
