import { render } from 'dom-serializer';
import { Text as TextNode, type Element } from 'domhandler';
import { parseAtomFeed, parseRssFeed, type AtomFeed, type RssFeed } from 'feedsmith';
import { DomUtils } from 'htmlparser2';
import { durationSeconds } from './feed-duration.ts';

export interface TranscriptDraft {
  url: string | null;
  type: string | null;
  language: string | null;
}
export interface EnclosureDraft {
  url: string;
  type: string | null;
}
export interface PersonDraft {
  name: string | null;
  role: string | null;
}
export interface CategoryDraft {
  text?: string;
  categories?: CategoryDraft[];
}
/** An item as its feed writes it: nothing is checked, resolved or cleaned. */
export interface ItemDraft {
  guid: string | null;
  title: string | null;
  enclosures: EnclosureDraft[];
  date: string | null;
  descriptions: string[];
  link: string | null;
  imageUrl: string | null;
  durationSeconds: number | null;
  transcripts: TranscriptDraft[];
  persons: PersonDraft[];
  /** xml:base. */
  base: string | null;
}
/** A feed as it is written, RSS or Atom. */
export interface FeedDraft {
  guid: string | null;
  title: string | null;
  link: string | null;
  selfLink: string | null;
  nextLink: string | null;
  newFeedUrl: string | null;
  author: string | null;
  persons: PersonDraft[];
  descriptions: string[];
  imageUrl: string | null;
  language: string | null;
  explicit: boolean;
  categories: CategoryDraft[];
  items: ItemDraft[];
}

type Link = { href?: string; rel?: string; type?: string };
type Text = { value?: string; type?: string };

/** From RSS with `<rss>` as its first element. Throws feedsmith's errors. */
export function draftOfRss(root: Element): FeedDraft {
  const rss = parseRssFeed(written(root));
  const links = rss.atom?.links;

  return {
    guid: rss.podcast?.guid ?? null,
    title: rss.title ?? rss.itunes?.title ?? null,
    link: rss.link ?? linkOf(links, 'alternate'),
    selfLink: linkOf(links, 'self'),
    nextLink: linkOf(links, 'next'),
    newFeedUrl: rss.itunes?.newFeedUrl ?? null,
    author: rss.itunes?.author ?? rss.managingEditor?.name ?? rss.dc?.creators?.[0] ?? rss.itunes?.owner?.name ?? null,
    persons: persons(rss.podcast?.persons),
    descriptions: present(rss.description, rss.itunes?.summary, rss.itunes?.subtitle),
    imageUrl: rss.itunes?.image ?? rss.image?.url ?? rss.googleplay?.image?.href ?? null,
    language: rss.language ?? rss.dc?.languages?.[0] ?? null,
    explicit: rss.itunes?.explicit ?? false,
    categories: rss.itunes?.categories ?? [],
    items: (rss.items ?? []).map(draftOfItem),
  };
}

function draftOfItem(item: RssFeed.Item<string>): ItemDraft {
  return {
    guid: item.guid?.value ?? item.atom?.id ?? null,
    title: item.title ?? item.itunes?.title ?? null,
    enclosures: [
      ...(item.enclosures ?? []).flatMap(({ url, type = null }) => (url === undefined ? [] : { url, type })),
      ...enclosuresOf(item.atom?.links),
    ],
    date: item.pubDate ?? item.dc?.dates?.[0] ?? item.atom?.published ?? item.atom?.updated ?? null,
    descriptions: present(item.description, item.content?.encoded, item.itunes?.summary, item.itunes?.subtitle),
    link: item.link ?? linkOf(item.atom?.links, 'alternate'),
    imageUrl: item.itunes?.image ?? null,
    durationSeconds: item.itunes?.duration ?? null,
    transcripts: (item.podcast?.transcripts ?? []).map(({ url = null, type = null, language = null }) => ({
      url,
      type,
      language,
    })),
    persons: persons(item.podcast?.persons),
    base: item.xml?.base ?? null,
  };
}

/** From Atom. Throws feedsmith's errors. */
export function draftOfAtom(root: Element): FeedDraft {
  const feed = parseAtomFeed(written(root));

  return {
    guid: null,
    title: plain(feed.title),
    link: linkOf(feed.links, 'alternate'),
    selfLink: linkOf(feed.links, 'self'),
    nextLink: linkOf(feed.links, 'next'),
    newFeedUrl: feed.itunes?.newFeedUrl ?? null,
    author: feed.itunes?.author ?? feed.authors?.[0]?.name ?? feed.dc?.creators?.[0] ?? null,
    persons: [],
    descriptions: present(feed.subtitle?.value, feed.itunes?.summary),
    imageUrl: feed.itunes?.image ?? feed.logo ?? feed.icon ?? null,
    language: feed.xml?.lang ?? feed.dc?.languages?.[0] ?? null,
    explicit: feed.itunes?.explicit ?? false,
    categories: feed.itunes?.categories ?? [],
    items: (feed.entries ?? []).map(draftOfEntry),
  };
}

function draftOfEntry(entry: AtomFeed.Entry<string>): ItemDraft {
  return {
    guid: entry.id ?? null,
    title: plain(entry.title) ?? entry.itunes?.title ?? null,
    enclosures: enclosuresOf(entry.links),
    date: entry.published ?? entry.updated ?? entry.dc?.dates?.[0] ?? null,
    descriptions: present(entry.content?.value, entry.summary?.value, entry.itunes?.summary),
    link: linkOf(entry.links, 'alternate'),
    imageUrl: entry.itunes?.image ?? null,
    durationSeconds: entry.itunes?.duration ?? null,
    transcripts: [],
    persons: [],
    base: entry.xml?.base ?? null,
  };
}

/** The element as XML, with durations that feedsmith understands. */
function written(root: Element): string {
  for (const element of DomUtils.getElementsByTagName('itunes:duration', root)) {
    const seconds = durationSeconds(DomUtils.textContent(element));
    if (seconds !== null) element.children = [new TextNode(String(seconds))];
  }

  return render(root, { xmlMode: true, encodeEntities: false, selfClosingTags: false });
}

/** A link without `rel` is an alternate one. */
const linksOf = (links: readonly Link[] | undefined, rel: string): Link[] =>
  (links ?? []).filter((link) => (link.rel ?? 'alternate').toLowerCase() === rel);

const linkOf = (links: readonly Link[] | undefined, rel: string): string | null => linksOf(links, rel)[0]?.href ?? null;

const enclosuresOf = (links: readonly Link[] | undefined): EnclosureDraft[] =>
  linksOf(links, 'enclosure').flatMap(({ href, type = null }) => (href === undefined ? [] : { url: href, type }));

const present = (...values: readonly (string | null | undefined)[]): string[] => values.flatMap((value) => value ?? []);

const persons = (list: readonly { display?: string; role?: string }[] | undefined): PersonDraft[] =>
  (list ?? []).map(({ display = null, role = null }) => ({ name: display, role }));

const plain = (text: Text | undefined): string | null =>
  text?.type?.includes('html') ? (text.value?.replace(/<[^>]*>/g, '') ?? null) : (text?.value ?? null);
