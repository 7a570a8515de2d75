/** Markup that may stand before the first element. */
const PROLOGUE = /<!--[\s\S]*?(?:-->|$)|<\?[\s\S]*?(?:\?>|$)|<!doctype\s+(\w*)[^>]*>?/iy;
const ROOT = /<(?:[\w.-]+:)?([a-z]\w*)/iy;
const KINDS: Readonly<Record<string, 'feed' | 'opml' | 'html'>> = {
  rss: 'feed',
  rdf: 'feed',
  feed: 'feed',
  channel: 'feed',
  opml: 'opml',
  html: 'html',
  head: 'html',
  body: 'html',
};

/** What bytes look like, from the first element in their first 8 kB; `readFeed` and `readOpml` know for certain. */
export function kindOf(bytes: Uint8Array): 'feed' | 'opml' | 'html' | 'other' {
  // Without zero bytes UTF-16 and UTF-32 read like ASCII, which is all that is looked at.
  const head = Buffer.from(bytes.subarray(0, 8192)).toString('latin1').replaceAll('\0', '');

  let htmlDeclared = false;
  let index = head.indexOf('<');
  while (index !== -1) {
    PROLOGUE.lastIndex = index;
    const prologue = PROLOGUE.exec(head);
    htmlDeclared ||= prologue?.[1]?.toLowerCase() === 'html';
    if (!prologue) {
      ROOT.lastIndex = index;
      return KINDS[ROOT.exec(head)?.[1]?.toLowerCase() ?? ''] ?? (htmlDeclared ? 'html' : 'other');
    }
    index = head.indexOf('<', PROLOGUE.lastIndex);
  }

  return htmlDeclared ? 'html' : 'other';
}
