import type { EpisodeFacts } from '@earmark/contracts/episodes';
import type { SeriesFacts } from '@earmark/contracts/series';
import { bareName, FULL_NAME, folded, isPersonal, personsIn, wordsOfName } from './person-names.ts';

export type Role = 'host' | 'guest';

/** Somebody who may be speaking. */
export interface Candidate {
  readonly name: string;
  /** Null: only a name that occurs somewhere. */
  readonly role: Role | null;
  /** Named for this episode, rather than for the podcast or another episode. */
  readonly isOfEpisode: boolean;
}

export interface KnownFacts {
  readonly series: Pick<SeriesFacts, 'name' | 'host' | 'author'> | null;
  readonly episode: Pick<EpisodeFacts, 'title' | 'description'>;
  /** Names of speakers in other transcripts of the podcast, and in how many of the `transcripts` each speaks. */
  readonly known: readonly { readonly name: string; readonly transcripts: number }[];
  readonly transcripts: number;
}

const MOST = 80;
const DESCRIPTION_CHARACTERS = 6000;
/** A name that speaks so often belongs to a host. */
const REGULAR = { transcripts: 3, share: 0.7 };
const LIST = `${FULL_NAME}(?:(?:,? (?:and|und|&) |, )${FULL_NAME}){0,5}`;
/** Words before the names of guests, in titles and descriptions. */
const CUES = [
  'with|w\\/|featuring|feat\\.?|ft\\.?|guests?(?: is| are|:)?|joined by|interview(?:s|ing|ed)?|conversation with|welcomes?',
  '(?:talk|speak|chat|sit)(?:s|ing)?(?: down)? (?:to|with)|mit|con|avec',
].join('|');
const CUE = `(?:${CUES}|${CUES.replaceAll(/(^|\|)([a-z])/g, (_, bar: string, letter: string) => bar + letter.toUpperCase())})`;
const GUESTS = new RegExp(
  `\\b${CUE}:?[ \\t]+(?:(?:our|special|the|Dr\\.|Prof\\.|guests?|friend)[ \\t]+){0,3}(${LIST})`,
  'gu',
);
const JOINS = new RegExp(`(${LIST})(?=[^.!?\\n]{0,60}\\bjoins?\\b)`, 'gu');
const ANY_NAME = new RegExp(FULL_NAME, 'gu');
/** "The Ada Lovelace Show", "Ada Lovelace's Podcast", "Engines with Ada Lovelace". */
const NAMED_SHOW = new RegExp(`^(?:the )?(${FULL_NAME})(?:['’]s)? (?:show|podcast)$|\\bwith (${FULL_NAME})$`, 'iu');

/** Everybody who may be speaking, each once, with the surest role. */
export function candidatesOf({ series, episode, known, transcripts }: KnownFacts): Candidate[] {
  const found = new Map<string, Candidate>();
  const add = (written: string, role: Role | null, isOfEpisode: boolean) => {
    const name = bareName(written);
    const key = folded(name);
    const before = found.get(key);
    if (name === '' || found.size >= MOST) return;
    found.set(key, {
      name: before?.name ?? name,
      role: before?.role ?? role,
      isOfEpisode: isOfEpisode || (before?.isOfEpisode ?? false),
    });
  };
  for (const list of [series?.host, series?.author]) for (const name of personsIn(list ?? '')) add(name, 'host', false);
  const titled = NAMED_SHOW.exec(series?.name ?? '');
  for (const name of personsIn(titled?.[1] ?? titled?.[2] ?? '')) add(name, 'host', false);
  for (const name of regulars(known, transcripts)) add(name, 'host', false);

  const description = linesOf(episode.description ?? '').slice(0, DESCRIPTION_CHARACTERS);
  for (const text of [episode.title, description])
    for (const cue of [GUESTS, JOINS])
      for (const match of text.matchAll(cue)) for (const name of personsIn(match[1] ?? '')) add(name, 'guest', true);
  for (const { name, role } of listedNames(description)) add(name, role, true);
  for (const name of namesAlone(episode.title)) add(name, 'guest', true);
  for (const { name } of known) add(name, null, false);
  for (const [name] of description.matchAll(ANY_NAME)) if (isPersonal(name)) add(name, null, false);

  return [...found.values()];
}

/** Names that speak in most transcripts. Where a publisher also wrote "Ada" for Ada Lovelace, both count for her. */
function regulars(known: KnownFacts['known'], transcripts: number): string[] {
  const long = known.filter(({ name }) => wordsOfName(name).length > 1);
  const counts = new Map<string, number>();
  for (const { name, transcripts: count } of known) {
    const [first, ...others] = wordsOfName(name);
    const same = others.length > 0 ? [] : long.filter((one) => wordsOfName(one.name)[0] === first);
    const [own] = same.toSorted((one, other) => other.transcripts - one.transcripts);
    const counted = own?.name ?? name;
    counts.set(counted, (counts.get(counted) ?? 0) + count);
  }

  return [...counts].flatMap(([name, count]) =>
    count >= REGULAR.transcripts && count >= transcripts * REGULAR.share ? [name] : [],
  );
}

const HEADING = /^\s*(?:featuring|guests?|(hosts?|co-?hosts?)|speakers?|panel(?:l?ists)?|with)\s*:?\s*$/iu;
const LISTED = new RegExp(`^\\s*(?:[•*-]\\s*)?(${FULL_NAME})\\s*(?:$|[–—:,(|@-])`, 'u');
const MOST_LISTED = 12;

/** "Featuring:", and then a name on each line. */
function listedNames(text: string): { name: string; role: Role }[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');

  return lines.flatMap((line, index) => {
    const heading = HEADING.exec(line);
    if (!heading) return [];
    const listed = lines.slice(index + 1, index + 1 + MOST_LISTED).map((item) => LISTED.exec(item)?.[1] ?? '');
    const end = listed.findIndex((name) => !isPersonal(name));
    return listed
      .slice(0, end === -1 ? listed.length : end)
      .map((name) => ({ name, role: heading[1] === undefined ? 'guest' : 'host' }));
  });
}

/** Names that are a part of the title by themselves: "Hard talks | Ada Lovelace (countess)", "Ada Lovelace: Engines". */
const namesAlone = (title: string): string[] => title.split(/\s*(?:[|:–—]|\s-\s|#\d+)\s*/u).flatMap(personsIn);

/** Text of HTML with its blocks on lines of their own. */
const linesOf = (html: string): string =>
  html
    .replaceAll(/<(?:br|\/?(?:p|li|ul|ol|div|h\d|td|blockquote))\b[^<>]*>/gi, '\n')
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll('&amp;', '&')
    .replaceAll(/&(?:#39|rsquo|apos);/g, '’')
    .replaceAll('&nbsp;', ' ');
