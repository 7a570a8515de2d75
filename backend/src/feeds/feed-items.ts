import type { EpisodeFacts } from '@earmark/contracts/episodes';
import { cleanHtml } from './clean-html.ts';
import { cutText } from './cut-text.ts';
import type { ItemDraft, PersonDraft } from './feed-draft.ts';
import { parseFeedDate } from './feed-date.ts';
import { decodeReferences } from './stray-characters.ts';
import { webAddress } from './web-address.ts';

export interface FeedPerson {
  name: string;
  /** Lower case; host when the feed says none. */
  role: string;
}
/** An item that has something to play. */
export interface FeedItem {
  /** Identifies the item in its feed. */
  guid: string;
  facts: EpisodeFacts;
  persons: FeedPerson[];
  dateUnreadable: boolean;
}

/** Lists stay small enough for one event. */
const MAX_LIST = 50;
const MAX_TITLE = 500;
const MAX_GUID = 2000;
const MAX_SECONDS = 100 * 3600;

/**
 * The items with an enclosure, in the order of the feed. One without guid is known by its enclosure without query, and
 * by title and date too when several share that. `skipped` counts the items without an enclosure. Links of a
 * description are relative to the item's page, else to `website`.
 */
export function readItems(
  drafts: readonly { draft: ItemDraft; base: string | null }[],
  language: string | null,
  website: string | null,
): { items: FeedItem[]; skipped: number } {
  const playable = drafts.flatMap(({ draft, base }) => {
    const ownBase = webAddress(draft.base, base) ?? base;
    const audioUrl = audioUrlOf(draft, ownBase);
    return audioUrl === null ? [] : [{ draft, base: ownBase, audioUrl, guid: draft.guid?.trim() ?? '' }];
  });
  const uses = new Map<string, number>();
  for (const { guid, audioUrl } of playable)
    if (guid === '') uses.set(bare(audioUrl), (uses.get(bare(audioUrl)) ?? 0) + 1);

  const items = playable.map(({ draft, base, audioUrl, guid }): FeedItem => {
    const known = bare(audioUrl);
    const shared = (uses.get(known) ?? 0) > 1;
    const ownGuid = guid !== '' ? guid : shared ? `${known}|${draft.title ?? ''}|${draft.date ?? ''}` : known;
    const link = webAddress(draft.link, base);
    const publishedAt = draft.date === null ? null : parseFeedDate(draft.date);

    return {
      guid: cutText(ownGuid, MAX_GUID),
      facts: {
        title: titleOf(draft.title) ?? titleOf(fileName(audioUrl)) ?? 'Untitled episode',
        description: longestDescription(draft.descriptions, draft.base === null ? (link ?? website) : base),
        audioUrl,
        imageUrl: webAddress(draft.imageUrl, base),
        publishedAt,
        durationSeconds: sensibleDuration(draft.durationSeconds),
        link,
        transcripts: transcriptsOf(draft, base, language),
      },
      persons: personsOf(draft.persons),
      dateUnreadable: draft.date !== null && publishedAt === null,
    };
  });

  return { items, skipped: drafts.length - items.length };
}

/** One line without references that were escaped twice; null when nothing is left. */
export function titleOf(text: string | null): string | null {
  const title = cutText(
    decodeReferences(cutText(text?.trimStart() ?? '', 10 * MAX_TITLE))
      .replace(/\s+/g, ' ')
      .trim(),
    MAX_TITLE,
  );

  return title === '' ? null : title;
}

export function longestDescription(texts: readonly string[], base: string | null): string | null {
  return cleanHtml(
    texts.reduce((longest, text) => (text.length > longest.length ? text : longest), ''),
    base,
  );
}

export function personsOf(drafts: readonly PersonDraft[]): FeedPerson[] {
  return drafts.slice(0, MAX_LIST).flatMap((draft) => {
    const name = titleOf(draft.name);
    return name === null ? [] : [{ name: cutText(name, 128), role: draft.role?.trim().toLowerCase() || 'host' }];
  });
}

/** Primary subtag in lower case, null when it is none: en of en_US. */
export function primaryLanguage(tag: string | null): string | null {
  return /^\s*([a-z]{2,3})(?:[-_\s].*)?$/is.exec(tag ?? '')?.[1]?.toLowerCase() ?? null;
}

const PLAYED = /^\s*(?:audio|video)\//i;
const PLAYED_FILE = /\.(?:mp3|mp4|m4[abv]|aac|og[ag]|opus|wav|flac|mov|webm)$/i;
const NOT_PLAYED = /^\s*(?:(?:image|text)\/|application\/(?:pdf|epub|zip))/i;
const NOT_PLAYED_FILE = /\.(?:pdf|epub|zip|jpe?g|png|gif|html?|txt)$/i;

/** The first audio or video enclosure; one that is certainly neither only when there is no other. */
function audioUrlOf({ enclosures }: ItemDraft, base: string | null): string | null {
  const usable = enclosures.flatMap(({ url, type }) => {
    const address = webAddress(url, base);
    return address === null ? [] : [{ address, file: bare(address), type: type ?? '' }];
  });
  const best =
    usable.find(({ file, type }) => PLAYED.test(type) || PLAYED_FILE.test(file)) ??
    usable.find(({ file, type }) => !NOT_PLAYED.test(type) && !NOT_PLAYED_FILE.test(file)) ??
    usable[0];

  return best?.address ?? null;
}

const bare = (url: string): string => url.replace(/[?#].*$/s, '');

const fileName = (url: string): string => {
  const name = new URL(url).pathname.split('/').findLast((part) => part !== '') ?? '';

  return name.replace(/\.\w{2,4}$/, '').replace(/[_+]|%20/g, ' ');
};

const sensibleDuration = (seconds: number | null): number | null =>
  seconds !== null && seconds >= 1 && seconds <= MAX_SECONDS ? Math.floor(seconds) : null;

function transcriptsOf(
  { transcripts }: ItemDraft,
  base: string | null,
  language: string | null,
): EpisodeFacts['transcripts'] {
  const byUrl = new Map<string, EpisodeFacts['transcripts'][number]>();
  for (const draft of transcripts.slice(0, MAX_LIST)) {
    const url = webAddress(draft.url, base);
    if (url === null || byUrl.has(url)) continue;
    const type = draft.type?.trim().toLowerCase() || null;
    byUrl.set(url, { url, type, language: primaryLanguage(draft.language) ?? language });
  }

  return [...byUrl.values()];
}
