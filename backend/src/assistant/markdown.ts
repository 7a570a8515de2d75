/** Plain text as Markdown that shows exactly it, and makes no link. */
export const escapeMarkdown = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_[\]<>~|]/g, '\\$&')
    .replaceAll('\\](', '\\]\\(');

/** Markdown of ours as plain text. */
export const plainOf = (markdown: string): string =>
  markdown
    .replace(/(?<!\\)\*\*/g, '')
    .replace(/(?<!\\)\[((?:\\.|[^\]\\])*)\]\((?:\\.|[^)\\])*\)/g, '$1')
    .replace(/\\([\\`*_[\]<>~|()])/g, '$1');

const ESCAPED = '\\\\[\\\\`*_\\[\\]<>~|()]';
const PARTS = new RegExp(
  [
    `(?<escaped>${ESCAPED})`,
    '!?\\[(?<label>(?:\\\\.|[^\\]\\\\])*)\\]\\((?<target>[^)]*)\\)',
    '(?<reference>!?\\[[^\\]]*\\]\\[[^\\]]*\\])',
    '(?<html></?[a-zA-Z!?][^>]*>?)',
    '(?<url>(?:[a-zA-Z][a-zA-Z0-9+.-]*:)?//[^\\s)\\]>"”]+|(?:javascript|data|vbscript|mailto|file):\\S+|www\\.[^\\s)\\]>"”]+)',
    '(?<bold>\\*\\*)',
    '(?<other>[`*_\\[\\]<>~|\\\\])',
  ].join('|'),
  'g',
);
/** Pages that an answer may lead to. */
const OURS = /^\/(podcasts|entities)\/[^\s\\]*$/;

/**
 * Markdown that nobody vouches for: bold text and links to our own pages stay; other links lose their target, addresses and
 * HTML disappear, and everything else shows as it stands.
 */
export function cleanMarkdown(markdown: string): string {
  const text = markdown.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').replace(PARTS, (part, ...rest) => {
    const { escaped, label, target, html, url, bold, other } = rest.at(-1) as Record<string, string | undefined>;
    if (escaped !== undefined || bold !== undefined) return part;
    if (label !== undefined)
      return OURS.test(target ?? '') ? `[${cleanLabel(label)}](${target ?? ''})` : cleanLabel(label);
    if (html !== undefined || url !== undefined) return '';
    if (other !== undefined) return `\\${other}`;

    return '';
  });
  const isPaired = (text.match(/(?<!\\)\*\*/g)?.length ?? 0) % 2 === 0;

  return (isPaired ? text : text.replace(/(?<!\\)\*\*/g, '')).trim();
}

const cleanLabel = (label: string): string =>
  escapeMarkdown(plainOf(label).replace(/[a-zA-Z][a-zA-Z0-9+.-]*:\/\/\S+/g, ''));
