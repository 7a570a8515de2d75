import sanitizeHtml from 'sanitize-html';
import { cutText } from './cut-text.ts';
import { webAddress } from './web-address.ts';

/** Longer descriptions are cut off. */
export const MAX_HTML_LENGTH = 60_000;
/** Limited, because cleaning unclosed tags takes more than linear time. */
const MAX_OPEN_TAGS = 100;
/** An end tag is not needed, so that many may stay open without harm. */
const NEVER_CLOSED = /^(?:p|li|br|hr|img|td|tr|th|dt|dd|option|input|meta|link|area|col|wbr|source|embed)$/;
/** Blocks that are not kept, whose words must not run into those beside them. */
const BLOCKS = (
  'address article aside caption center dd details dialog dir dl dt fieldset figcaption figure footer form h5 h6 ' +
  'header hgroup hr legend main menu nav pre section summary table tr'
).split(' ');
const HAS_SCHEME = /^\s*[a-z][a-z0-9+.-]*:/i;
const options = (base: string | null): sanitizeHtml.IOptions => ({
  // withBreaks removes the last two.
  allowedTags: 'p br a ul ol li em strong b i h1 h2 h3 h4 blockquote div td'.split(' '),
  allowedAttributes: { a: ['href', 'rel'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  nestingLimit: 30,
  transformTags: {
    ...Object.fromEntries(BLOCKS.map((tag) => [tag, 'div'])),
    th: 'td',
    a: (tagName, { href = '' }) => {
      const address = HAS_SCHEME.test(href) ? href : webAddress(href, base);
      return {
        tagName,
        attribs: { ...(address === null ? {} : { href: address }), rel: 'noopener noreferrer nofollow' },
      };
    },
  },
});

/**
 * Sanitised HTML with the few tags of a description; null when no text is left. At most 60,000 characters are read.
 * Links are made absolute by `base`; without it, relative links are removed.
 */
export function cleanHtml(html: string | null | undefined, base: string | null = null): string | null {
  if (html === null || html === undefined) return null;
  const text = cutText(html, MAX_HTML_LENGTH);
  const tame = openTags(text) > MAX_OPEN_TAGS ? text.replace(/<[^<>]*>?/g, ' ') : text;
  const clean = withoutIndents(withBreaks(sanitizeHtml(tame, options(base))).trim());

  return /[^\s\u200b\ufeff]/.test(clean.replace(/<[^>]*>/g, '').replaceAll('&nbsp;', ' ')) ? clean : null;
}

/**
 * Line ends of a text without tags are shown. Where each is followed by the indentation of the feed, they only wrap it; an
 * empty line still ends a paragraph.
 */
function withoutIndents(text: string): string {
  const isWrapped =
    !text.includes('<') && /\n/.test(text) && !/\n(?![^\S\n]*\n|[^\S\n]{2,}[\p{L}\p{N}("“'&])/u.test(text);

  return isWrapped ? text.replace(/\n(?:[^\S\n]*\n)+[^\S\n]*/g, '\n\n').replace(/(?<!\n)\n[^\S\n]+/g, ' ') : text;
}

/** The tags as `cleanHtml` writes them. */
const CLEAN_TAG =
  /<\/?(?:p|a|ul|ol|li|em|strong|b|i|h[1-4]|blockquote)>|<br \/>|<a (?:href="(?:https?:\/\/|mailto:)[^"<>]*" )?rel="noopener noreferrer nofollow">/g;

/**
 * Sanitises a description again before it is sent, whoever wrote it; the output of `cleanHtml` costs next to nothing.
 */
export function withCleanDescription<View extends { description: string | null }>(view: View): View {
  const isClean = view.description === null || !view.description.replace(CLEAN_TAG, '').includes('<');

  return isClean ? view : { ...view, description: cleanHtml(view.description) };
}

/** Where text stands on both sides, a break for the edge of a div and a blank for that of a cell. */
function withBreaks(html: string): string {
  let inLine = false;
  let gap = '';

  return html.replace(/<(\/?)([a-z][a-z0-9]*)[^>]*>|[^<]+/g, (part: string, slash?: string, tag?: string) => {
    if (tag === 'div' || tag === 'td') {
      if (inLine && gap !== '<br />') gap = tag === 'div' ? '<br />' : ' ';
      return '';
    }
    if (tag !== undefined && /^(?:p|ul|ol|li|h\d|blockquote)$/.test(tag)) {
      inLine = false;
      gap = '';
      return part;
    }
    const isBlank = tag === undefined && part.trim() === '';
    if (isBlank && gap !== '') return '';
    if (isBlank || slash === '/') return part;
    const before = gap;
    gap = '';
    inLine = tag === undefined || (tag !== 'br' && inLine && before !== '<br />');

    return before + part;
  });
}

function openTags(html: string): number {
  let open = 0;
  let most = 0;
  for (const [, slash, name = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)/gi)) {
    if (NEVER_CLOSED.test(name.toLowerCase())) continue;
    open = Math.max(0, open + (slash === '' ? 1 : -1));
    most = Math.max(most, open);
  }

  return most;
}
