const NAME = /^[a-z_][\w.-]*(?::[a-z_][\w.-]*)?$/;
/** These open a next one only after their last one ended. */
export const SIBLINGS = new Set(['item', 'entry']);
/** These hold no elements: one that opens inside shows that the end tag is missing. */
export const LEAVES = new Set([
  'enclosure',
  'guid',
  'pubdate',
  'link',
  'atom:link',
  'itunes:image',
  'itunes:duration',
  'podcast:transcript',
]);
/** The reader takes names and addresses of people apart in more than linear time: they stay short and without elements. */
export const PEOPLE = new Set(['managingeditor', 'webmaster', 'author', 'name']);
export const PERSON_LENGTH = 200;
/** A text that breaks off in one of these loses nothing but what would have followed. */
export const CONTAINERS = new Set(['rss', 'rdf:rdf', 'feed', 'channel', 'item', 'entry', 'opml', 'body', 'outline']);

/** A name of XML in lower case, and not one that JavaScript's objects have of their own. */
export const isSafe = (name: string): boolean =>
  NAME.test(name) && name !== 'prototype' && !Object.hasOwn(Object.prototype, name);
