import { Element } from 'domhandler';
import { DetectError, MalformedError, ParseError } from 'feedsmith';
import { decodeText } from './decode-text.ts';
import { draftOfAtom, draftOfRss, type FeedDraft } from './feed-draft.ts';
import { FeedUnreadable } from './feed-unreadable.ts';
import { kindOf } from './kind-of.ts';
import { MAX_ITEMS, repairXml, rootName, type RepairedXml } from './repair-xml.ts';

/** One document of a feed; `nextLink` leads to the next one, if there is one. */
export interface FeedPage {
  /** The address it was read from; null for a file. */
  url: string | null;
  draft: FeedDraft;
  /** Sentences about what was repaired. */
  warnings: string[];
  /** The first fault as a clause with its line; null when it is well-formed XML. */
  fault: string | null;
}
export interface FeedSource {
  url: string | null;
  contentType?: string | null;
}

export const tooManySentence = `The feed has more than ${MAX_ITEMS} items; the others were skipped.`;

/** Reads RSS 0.9 to 2.0 and Atom, repaired where they are ill-formed. Throws FeedUnreadable when it is not a feed. */
export function readPage(bytes: Uint8Array, { url, contentType }: FeedSource): FeedPage {
  const { text, warning } = decodeText(bytes, contentType ?? null);
  if (text.trim() === '') throw new FeedUnreadable('The feed is empty.');
  if (kindOf(bytes) === 'html') throw new FeedUnreadable('This is a web page (HTML), not a feed.');

  const repaired = repairXml(text);
  const faults = repaired.faults.map((fault) => `The feed is not well-formed XML: ${fault}.`);

  return {
    url,
    draft: draftOf(repaired, text),
    warnings: [
      ...(warning === null ? [] : [warning]),
      ...faults,
      ...(repaired.itemsLeftOut > 0 ? [tooManySentence] : []),
    ],
    fault: repaired.faults[0] ?? null,
  };
}

function draftOf({ root, faults }: RepairedXml, text: string): FeedDraft {
  const name = rootName(root);
  try {
    if (root && (name === 'rss' || name === 'rdf')) return draftOfRss(asRss(root));
    if (root && name === 'channel') return draftOfRss(new Element('rss', {}, [root]));
    if (root && name === 'feed') return draftOfAtom(root);
  } catch (error) {
    // The reader knows none of its elements: there is a first one, and nothing in it.
    if (error instanceof DetectError || error instanceof ParseError) throw withoutEpisodes(0, faults[0] ?? null);
    if (error instanceof MalformedError)
      throw new FeedUnreadable(`The feed is not well-formed XML: ${faults[0] ?? error.message}.`);
    throw error;
  }
  if (root === null || !/^\s*</.test(text))
    throw new FeedUnreadable('This is not XML: it does not begin with an element.');
  if (name === 'html') throw new FeedUnreadable('This is a web page (HTML), not a feed.');
  if (name === 'opml') throw new FeedUnreadable('This is a list of feeds (OPML), not a feed.');
  throw new FeedUnreadable(`This is XML, but not a feed: its root element is <${name}>.`);
}

/** `fault` is a clause about its XML, null when it is well-formed. */
export function withoutEpisodes(items: number, fault: string | null): FeedUnreadable {
  const of = items === 1 ? 'its one item has' : `its ${items} items have`;
  const sentence =
    items === 0 ? 'The feed has no episodes' : `The feed has no episodes, as ${of} no audio or video file`;
  const why = fault === null ? '.' : `; it is not well-formed XML either: ${fault}.`;

  return new FeedUnreadable(sentence + why, 'feed-without-episodes');
}

/** RSS 1.0 with the root of 2.0, so that both are read alike; a default namespace would hide the elements of either. */
function asRss({ attribs, children }: Element): Element {
  const { xmlns: _hiding, ...attributes } = attribs;

  return new Element('rss', attributes, children);
}
