import sanitizeHtml from 'sanitize-html';
import { cutText } from './cut-text.ts';

/** Nobody reads more. */
export const MAX_HTML_LENGTH = 60_000;
/** The cleaning of tags that never close takes more than linear time. */
const MAX_OPEN_TAGS = 100;
/** An end tag is not needed, so that many may stay open without harm. */
const NEVER_CLOSED = /^(?:p|li|br|hr|img|td|tr|th|dt|dd|option|input|meta|link|area|col|wbr|source|embed)$/;
const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: ['p', 'br', 'a', 'ul', 'ol', 'li', 'em', 'strong', 'b', 'i', 'h1', 'h2', 'h3', 'h4', 'blockquote'],
  allowedAttributes: { a: ['href', 'rel'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  nestingLimit: 30,
  transformTags: {
    a: (tagName, { href }) => ({
      tagName,
      attribs: { ...(href === undefined ? {} : { href }), rel: 'noopener noreferrer nofollow' },
    }),
  },
};

/** Sanitised HTML with the few tags of a description; null when no text is left. At most 60,000 characters are read. */
export function cleanHtml(html: string | null | undefined): string | null {
  if (html === null || html === undefined) return null;
  const text = cutText(html, MAX_HTML_LENGTH);
  const clean = sanitizeHtml(openTags(text) > MAX_OPEN_TAGS ? text.replace(/<[^<>]*>?/g, ' ') : text, OPTIONS).trim();

  return /[^\s\u200b\ufeff]/.test(clean.replace(/<[^>]*>/g, '').replaceAll('&nbsp;', ' ')) ? clean : null;
}

/** The tags as `cleanHtml` writes them. */
const CLEAN_TAG =
  /<\/?(?:p|a|ul|ol|li|em|strong|b|i|h[1-4]|blockquote)>|<br \/>|<a (?:href="(?:https?:\/\/|mailto:)[^"<>]*" )?rel="noopener noreferrer nofollow">/g;

/** Given out, a description is sanitised again, whoever wrote it into the log; what `cleanHtml` wrote costs next to nothing. */
export function withCleanDescription<View extends { description: string | null }>(view: View): View {
  const isClean = view.description === null || !view.description.replace(CLEAN_TAG, '').includes('<');

  return isClean ? view : { ...view, description: cleanHtml(view.description) };
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
