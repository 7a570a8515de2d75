import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { cutText } from './cut-text.ts';
import { CONTAINERS, isSafe, LEAVES, PEOPLE, PERSON_LENGTH, SIBLINGS } from './feed-elements.ts';
import { FeedUnreadable } from './feed-unreadable.ts';
import {
  escapeAttribute,
  escapeStraySigns,
  noFaults,
  resolveReferences,
  withoutControls,
  writtenText,
} from './mend-entities.ts';
import { XmlFaults } from './xml-faults.ts';

export interface MendedXml {
  /** Well-formed, without declarations, comments and processing instructions; only the five references of XML are left. Empty without any element. */
  xml: string;
  /** Name of the first element without its prefix, in lower case; '' when there is none. */
  root: string;
  /** A clause for each kind of fault, with the line where it was met first, by line. */
  faults: string[];
  /** Items beyond the most that are read. */
  itemsLeftOut: number;
}

export const MAX_ITEMS = 10_000;
/** Below the limit of the reader that follows. */
const MAX_DEPTH = 80;
const MAX_ATTRIBUTES = 100;

/**
 * Well-formed XML that says what an ill-formed document most likely means; linear in its length. Names come out in lower case.
 * Entity definitions of the document are not read, so nothing expands. Throws FeedUnreadable when elements nest too deeply.
 */
export function mendXml(text: string): MendedXml {
  const signs = escapeStraySigns(text);
  const mender = new Mender(signs.text, signs.firstAt);
  const tokenizer = new Tokenizer({ xmlMode: true, decodeEntities: false }, mender);
  tokenizer.write(mender.text);
  tokenizer.end();

  return mender.finish();
}

interface OpenElement {
  name: string;
  /** Where its start tag stands in the output; null when it is left out with all it holds. */
  from: number | null;
  /** How many characters of text it may still hold. */
  room: number;
}

class Mender implements TokenizerCallbacks {
  private readonly out: string[] = [];
  private readonly open: OpenElement[] = [];
  private readonly faults = new XmlFaults();
  private readonly prefixes = new Set(['xml', 'xmlns']);
  private name = '';
  private nameAt = 0;
  private attribute = '';
  private value = '';
  private attributes = new Map<string, string>();
  private root = '';
  private ended = false;
  private items = 0;
  /** A document type with definitions ends in pieces that look like text. */
  private hasSubset = false;

  constructor(
    readonly text: string,
    strayAt: number | null,
  ) {
    if (strayAt !== null) this.faults.add('sign', 'a < is not escaped', strayAt);

    const declaration = /^\s+<\?xml/.exec(text.slice(0, 1000));
    if (declaration) this.faults.add('blank', 'blank lines stand before the XML declaration', 0);
  }

  onopentagname(start: number, end: number): void {
    this.name = this.text.slice(start, end).toLowerCase();
    this.nameAt = start;
    this.attributes = new Map();
  }
  onattribname(start: number, end: number): void {
    this.attribute = this.text.slice(start, end).toLowerCase();
    this.value = '';
  }
  onattribdata(start: number, end: number): void {
    this.value += this.text.slice(start, end);
  }
  onattribend(): void {
    if (this.attributes.size < MAX_ATTRIBUTES && !this.attributes.has(this.attribute))
      this.attributes.set(this.attribute, this.value);
  }
  onopentagend(): void {
    this.openElement();
  }
  onselfclosingtag(): void {
    if (this.openElement()) this.close();
  }
  onclosetag(start: number, end: number): void {
    const name = this.text.slice(start, end).trim().toLowerCase();
    const at = this.open.findLastIndex((element) => element.name === name);
    if (at === -1) return this.faults.add('stray', `</${name.slice(0, 40)}> closes nothing`, start);
    this.closeDownTo(at + 1, start);
    this.close();
  }
  ontext(start: number, end: number): void {
    this.write(this.text.slice(start, end), start, resolveReferences);
  }
  oncdata(start: number, end: number, offset: number): void {
    this.write(this.text.slice(start, end - offset), start, withoutControls);
  }
  ondeclaration(start: number, end: number): void {
    this.hasSubset ||= this.text.slice(start, end).includes('[');
  }
  // References are resolved above, and the rest says nothing about a feed.
  onattribentity(): void {}
  ontextentity(): void {}
  oncomment(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}

  /** What the text breaks off in is cut away, so that no half of a title is taken for the whole. */
  finish(): MendedXml {
    if (this.open.length > 0) {
      this.faults.add('end', 'the document breaks off', this.text.length);
      const broken = this.open.findIndex((element) => !CONTAINERS.has(element.name));
      const from = this.open[broken]?.from ?? null;
      if (from !== null) this.out.length = from;
      if (broken !== -1) this.open.length = broken;
      while (this.open.length > 0) this.close();
    }

    return {
      xml: this.out.join(''),
      root: this.root,
      faults: this.faults.lines(this.text),
      itemsLeftOut: Math.max(0, this.items - MAX_ITEMS),
    };
  }

  private openElement(): boolean {
    const { name, nameAt } = this;
    if (this.ended) {
      this.faults.add('after', 'there is more after the end of the document', nameAt);
      return false;
    }
    const sibling = SIBLINGS.has(name) ? this.open.findIndex((element) => element.name === name) : -1;
    if (sibling !== -1) this.closeDownTo(sibling, nameAt);
    if (LEAVES.has(this.open.at(-1)?.name ?? '')) this.closeDownTo(this.open.length - 1, nameAt);
    if (this.open.length >= MAX_DEPTH) throw new FeedUnreadable(`The elements nest deeper than ${MAX_DEPTH} levels.`);
    if (this.root === '') this.root = name.slice(name.indexOf(':') + 1);
    if (SIBLINGS.has(name)) this.items++;

    const parent = this.open.at(-1);
    const inPerson = parent !== undefined && parent.name !== 'author' && PEOPLE.has(parent.name);
    if (!isSafe(name) || parent?.from === null || inPerson || (SIBLINGS.has(name) && this.items > MAX_ITEMS)) {
      this.open.push({ name, from: null, room: 0 });
      return true;
    }
    this.open.push({ name, from: this.out.length, room: PEOPLE.has(name) ? PERSON_LENGTH : Infinity });
    this.out.push(`<${name}${this.writtenAttributes()}>`);
    const prefix = name.includes(':') ? name.slice(0, name.indexOf(':')) : 'xml';
    if (!this.prefixes.has(prefix)) this.faults.add('prefix', `the prefix ${prefix}: is not declared`, nameAt);

    return true;
  }

  private writtenAttributes(): string {
    let written = '';
    for (const [attribute, raw] of this.attributes) {
      if (attribute.startsWith('xmlns:')) this.prefixes.add(attribute.slice(6));
      if (isSafe(attribute))
        written += ` ${attribute}="${escapeAttribute(this.mended(raw, this.nameAt, resolveReferences))}"`;
    }

    return written;
  }

  private write(raw: string, at: number, mend: typeof resolveReferences): void {
    const parent = this.open.at(-1);
    if (parent && parent.from !== null) {
      const mended = this.mended(raw, at, mend);
      const text = cutText(LEAVES.has(parent.name) ? mended.trim() : mended, parent.room);
      parent.room -= text.length;
      this.out.push(writtenText(text));
    } else if (!parent && raw.trim() !== '' && (this.ended || !this.hasSubset))
      this.faults.add('outside', 'there is text outside of the first element', at);
  }

  private mended(raw: string, at: number, mend: typeof resolveReferences): string {
    const met = noFaults();
    const text = mend(raw, met);
    if (met.ampersandAt !== null) this.faults.add('ampersand', 'an & is not escaped', at + met.ampersandAt);
    if (met.undefined)
      this.faults.add('entity', `the entity ${met.undefined.name} is not defined`, at + met.undefined.at);
    if (met.controlAt !== null) this.faults.add('control', 'there are control characters', at + met.controlAt);

    return text;
  }

  private closeDownTo(length: number, at: number): void {
    while (this.open.length > length) {
      this.faults.add('unclosed', `<${this.open.at(-1)?.name.slice(0, 40)}> is not closed`, at);
      this.close();
    }
  }

  private close(): void {
    const element = this.open.pop();
    if (element && element.from !== null) this.out.push(`</${element.name}>`);
    if (this.open.length === 0) this.ended = true;
  }
}
