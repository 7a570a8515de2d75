/** What search engines and previews of a shared link read of a page. */
export interface PageHead {
  /** As in the browser's title, without the name of the site. Null: the site itself. */
  readonly title: string | null;
  readonly description: string | null;
  /** Absolute, or a path of the site. */
  readonly imageUrl: string | null;
  /** Open Graph's type: https://ogp.me/#types */
  readonly type: 'website' | 'article' | 'profile';
  /** Path of the one address that the page should be known by. */
  readonly path: string;
  /** schema.org data; null: none. */
  readonly data: Readonly<Record<string, unknown>> | null;
  /** What the page says first, readable before any script has loaded; null: nothing. */
  readonly firstWords: FirstWords | null;
}

export interface FirstWords {
  /** Stands above the title. */
  readonly above: string | null;
  readonly title: string;
  readonly paragraphs: readonly string[];
}

const LONGEST_DESCRIPTION = 300;

/** The site's index.html for one page. `links`: further elements of its head. `origin`: such as https://earmark.example. */
export function withHead(html: string, head: PageHead, origin: string, links: readonly string[] = []): string {
  const title = head.title === null ? 'Earmark' : `${head.title} · Earmark`;
  const description = head.description === null ? null : shortened(head.description);
  const image = head.imageUrl === null ? null : addressOf(head.imageUrl, origin);
  const url = new URL(head.path, origin).href;
  const tags = [
    ...links,
    `<link rel="canonical" href="${escaped(url)}" />`,
    property('og:site_name', 'Earmark'),
    property('og:type', head.type),
    property('og:title', head.title ?? 'Earmark'),
    property('og:url', url),
    ...(description === null ? [] : [property('og:description', description)]),
    ...(image === null ? [] : [property('og:image', image)]),
    `<meta name="twitter:card" content="summary" />`,
    ...(head.data === null ? [] : [`<script type="application/ld+json">${dataOf(head.data, url)}</script>`]),
  ];

  // Functions, so that "$&" in a title stays what it is.
  const titled = html.replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(title)}</title>`);
  const described =
    description === null
      ? titled
      : titled.replace(
          /<meta\s+name="description"[^>]*>/,
          () => `<meta name="description" content="${escaped(description)}" />`,
        );

  return described
    .replace('</head>', () => `  ${tags.join('\n    ')}\n  </head>`)
    .replace('<!--first-words-->', () => (head.firstWords === null ? '' : articleOf(head.firstWords)));
}

/** Its classes are in the front end's first-words.css. */
const articleOf = ({ above, title, paragraphs }: FirstWords): string =>
  [
    '<article class="first-words">',
    ...(above === null ? [] : [`<p class="first-words-above">${escaped(above)}</p>`]),
    `<h1>${escaped(title)}</h1>`,
    ...paragraphs.map((text) => `<p class="reading">${escaped(text)}</p>`),
    '</article>',
  ].join('\n');

/** Null: it is none. Feeds name pictures that cannot be fetched. */
function addressOf(url: string, origin: string): string | null {
  return /^(https?:\/\/|\/)/i.test(url) && URL.canParse(url, origin) ? new URL(url, origin).href : null;
}

const property = (name: string, content: string): string => `<meta property="${name}" content="${escaped(content)}" />`;

/** "<" would end the script element. */
const dataOf = (data: Readonly<Record<string, unknown>>, url: string): string =>
  JSON.stringify({ '@context': 'https://schema.org', url, ...data }).replaceAll('<', '\\u003c');

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
export const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => ENTITIES[character]!);

export const pathOf = (...parts: readonly string[]): string => `/${parts.map(encodeURIComponent).join('/')}`;

/** Ends at a word. */
function shortened(text: string): string {
  const plain = text.replace(/\s+/g, ' ').trim();
  if (plain.length <= LONGEST_DESCRIPTION) return plain;

  return `${plain.slice(0, LONGEST_DESCRIPTION).replace(/\s+\S*$/, '')}…`;
}
