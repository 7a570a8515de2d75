import { CDATA, Element, Text } from 'domhandler';
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { FeedUnreadable } from './feed-unreadable.ts';
import { escapeStrayCharacters } from './stray-characters.ts';
import { XmlFaults } from './xml-faults.ts';

export interface RepairedXml {
  /** The first element, names in lower case, references as they are written; null when there is none. */
  root: Element | null;
  /** A clause for each kind of fault, with the line where it was met first, by line. */
  faults: string[];
  /** Items beyond the most that are read. */
  itemsLeftOut: number;
}

export const MAX_ITEMS = 10_000;
/** Below the limit of feedsmith's parser. */
const MAX_DEPTH = 80;
const MAX_ATTRIBUTES = 100;
/** The densest feed we know would have 300,000 in 20 MB. */
const MAX_ELEMENTS = 500_000;
const PERSON_LENGTH = 200;

const SAFE_NAME = /^[a-z_][\w.-]*(?::[a-z_][\w.-]*)?$/;
/** These open a next one only after their last one ended. */
const SIBLINGS = new Set(['item', 'entry']);
/** These hold no elements: one that opens inside shows that the end tag is missing. */
const LEAVES = new Set(
  'enclosure guid pubdate link atom:link itunes:image itunes:duration podcast:transcript'.split(' '),
);
/**
 * feedsmith takes names and addresses of people apart in more than linear time: they stay short and without elements.
 */
const PEOPLE = new Set(['managingeditor', 'webmaster', 'author', 'name']);
/** A document that breaks off in one of these loses nothing but what would have followed. */
const CONTAINERS = new Set(['rss', 'rdf:rdf', 'feed', 'channel', 'item', 'entry', 'opml', 'body', 'outline']);

/**
 * What an ill-formed document most likely means, in time linear in its length. Comments, declarations and elements
 * without a proper name are left out. Throws FeedUnreadable when elements nest too deeply or are too many.
 */
export function repairXml(document: string): RepairedXml {
  const faults = new XmlFaults();
  if (/^\s+<\?xml/.test(document.slice(0, 1000)))
    faults.add('blank', 'blank lines stand before the XML declaration', document, 0);
  const tree = new RepairedTree(escapeStrayCharacters(document, faults), faults);
  const tokenizer = new Tokenizer({ xmlMode: true, decodeEntities: false }, tree);
  tokenizer.write(tree.text);
  tokenizer.end();

  return { root: tree.root, faults: faults.list(), itemsLeftOut: Math.max(0, tree.items - MAX_ITEMS) };
}

/** Name of the first element without its prefix; '' when there is none. */
export const rootName = (root: Element | null): string => root?.name.replace(/^[^:]*:/, '') ?? '';

interface OpenElement {
  readonly element: Element;
  /** How many characters of text it may still hold. */
  room: number;
}

class RepairedTree implements TokenizerCallbacks {
  root: Element | null = null;
  items = 0;
  private elements = 0;
  /** From the root inwards. */
  private readonly open: OpenElement[] = [];
  private readonly prefixes = new Set(['xml', 'xmlns']);
  private element = new Element('', {});
  private elementAt = 0;
  private attributes = 0;
  private attribute = '';
  private value = '';

  constructor(
    readonly text: string,
    private readonly faults: XmlFaults,
  ) {}

  onopentagname(start: number, end: number): void {
    this.element = new Element(this.text.slice(start, end).toLowerCase(), {});
    this.elementAt = start;
    this.attributes = 0;
  }
  onattribname(start: number, end: number): void {
    this.attribute = this.text.slice(start, end).toLowerCase();
    this.value = '';
  }
  onattribdata(start: number, end: number): void {
    this.value += this.text.slice(start, end);
  }
  onattribend(): void {
    if (this.attributes++ >= MAX_ATTRIBUTES || !isSafe(this.attribute)) return;
    this.element.attribs[this.attribute] ??= this.value;
    if (this.attribute.startsWith('xmlns:')) this.prefixes.add(this.attribute.slice(6));
  }
  onopentagend(): void {
    const { element, elementAt } = this;
    const { name } = element;
    const sibling = SIBLINGS.has(name) ? this.indexOfOpen(name) : -1;
    if (sibling !== -1) this.closeDownTo(sibling, elementAt);
    if (LEAVES.has(this.open.at(-1)?.element.name ?? '')) this.closeDownTo(this.open.length - 1, elementAt);
    if (this.open.length >= MAX_DEPTH) throw new FeedUnreadable(`The elements nest deeper than ${MAX_DEPTH} levels.`);
    if (++this.elements > MAX_ELEMENTS) throw new FeedUnreadable(`There are more than ${MAX_ELEMENTS} elements.`);
    if (SIBLINGS.has(name)) this.items++;

    const parent = this.open.at(-1)?.element ?? null;
    if (parent === null && this.root) this.fault('after', 'there is more after the end of the document', elementAt);
    else if (this.isKept(element, parent)) parent?.children.push(element);
    this.root ??= element;
    this.open.push({ element, room: PEOPLE.has(name) ? PERSON_LENGTH : Infinity });
  }
  onselfclosingtag(): void {
    this.onopentagend();
    this.open.pop();
  }
  onclosetag(start: number, end: number): void {
    const name = this.text.slice(start, end).trim().toLowerCase();
    const at = this.indexOfOpen(name);
    if (at === -1) return this.fault('stray', `</${name.slice(0, 40)}> closes nothing`, start);
    this.closeDownTo(at + 1, start);
    this.open.pop();
  }
  ontext(start: number, end: number): void {
    this.write(start, end, (text) => new Text(text));
  }
  oncdata(start: number, end: number, offset: number): void {
    this.write(start, end - offset, (text) => new CDATA([new Text(text)]));
  }
  /** Drops the element in which the document breaks off, so that half a title is not taken for the whole. */
  onend(): void {
    if (this.open.length === 0) return;
    this.fault('end', 'the document breaks off', this.text.length);
    const broken = this.open.findIndex(({ element }) => !CONTAINERS.has(element.name));
    const siblings = this.open[broken - 1]?.element.children;
    if (siblings?.at(-1) === this.open[broken]?.element) siblings?.pop();
  }
  // These say nothing about a feed, and references stay as they are.
  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onattribentity(): void {}
  ontextentity(): void {}

  private indexOfOpen(name: string): number {
    let at = this.open.length - 1;
    while (at >= 0 && this.open[at]?.element.name !== name) at--;

    return at;
  }

  private isKept({ name }: Element, parent: Element | null): boolean {
    const isInPerson = parent !== null && PEOPLE.has(parent.name) && parent.name !== 'author';
    if (!isSafe(name) || isInPerson || (SIBLINGS.has(name) && this.items > MAX_ITEMS)) return false;
    const prefix = name.includes(':') ? name.slice(0, name.indexOf(':')) : 'xml';
    if (!this.prefixes.has(prefix)) this.fault('prefix', `the prefix ${prefix}: is not declared`, this.elementAt);

    return true;
  }

  private write(start: number, end: number, node: (text: string) => Text | CDATA): void {
    const parent = this.open.at(-1);
    if (!parent && this.text.slice(start, end).trim() !== '')
      this.fault('outside', 'there is text outside the root element', start);
    if (!parent || parent.room === 0) return;
    const text = this.text.slice(start, Math.min(end, start + parent.room));
    parent.room -= text.length;
    parent.element.children.push(node(text));
  }

  private closeDownTo(length: number, at: number): void {
    for (const { element } of this.open.splice(length).reverse())
      this.fault('unclosed', `<${element.name.slice(0, 40)}> is not closed`, at);
  }

  private fault(kind: string, clause: string, at: number): void {
    this.faults.add(kind, clause, this.text, at);
  }
}

/** A name of XML in lower case, and not one that JavaScript's objects have of their own. */
const isSafe = (name: string): boolean =>
  SAFE_NAME.test(name) && name !== 'prototype' && !Object.hasOwn(Object.prototype, name);
