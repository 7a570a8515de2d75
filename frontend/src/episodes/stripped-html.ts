import { safeHref } from '../kit/safe-href.ts';

const KEPT = new Set([
  'p',
  'br',
  'ul',
  'ol',
  'li',
  'em',
  'strong',
  'b',
  'i',
  'h1',
  'h2',
  'h3',
  'h4',
  'blockquote',
  'a',
]);
/** Containers are removed without mentioning it. */
const SILENT = new Set([
  ...[
    'div',
    'span',
    'section',
    'article',
    'meta',
    'title',
    'link',
    'thead',
    'tbody',
    'tr',
    'td',
    'th',
    'col',
    'colgroup',
  ],
]);
const DROPPED_WHOLE = new Set(['script', 'style', 'template', 'iframe', 'object', 'embed', 'svg', 'math', 'noscript']);
const WORDS: Readonly<Record<string, string>> = {
  img: 'pictures',
  script: 'scripts',
  style: 'styles',
  iframe: 'frames',
  table: 'tables',
  u: 'underlining',
  s: 'strikethrough',
  del: 'strikethrough',
  code: 'code',
  pre: 'code',
  svg: 'drawings',
  video: 'videos',
  audio: 'sounds',
};

/** The HTML as a description keeps it, and a list in words of what was removed. */
export function strippedHtml(html: string): { html: string; stripped: readonly string[] } {
  const { head, body } = new DOMParser().parseFromString(html, 'text/html');
  const stripped = new Set<string>();
  for (const element of [...head.querySelectorAll('*'), ...body.querySelectorAll('*')]) {
    const tag = element.tagName.toLowerCase();
    if (!KEPT.has(tag) && !SILENT.has(tag)) stripped.add(WORDS[tag] ?? `<${tag}>`);
    const href = tag === 'a' ? safeHref(element.getAttribute('href')) : null;
    if (tag === 'a' && href === null && element.hasAttribute('href'))
      stripped.add('links without a web or mail address');
    for (const { name } of [...element.attributes]) {
      if (name.startsWith('on')) stripped.add('scripts');
      if (name === 'style' || name === 'color') stripped.add('colours and styles');
      // Content copied from the editor itself is marked as such.
      if (name !== 'data-pm-slice' && (name !== 'href' || href === null)) element.removeAttribute(name);
    }
    if (DROPPED_WHOLE.has(tag)) element.remove();
    else if (!KEPT.has(tag) && !SILENT.has(tag)) element.replaceWith(...element.childNodes);
  }

  return { html: body.innerHTML, stripped: [...stripped] };
}
