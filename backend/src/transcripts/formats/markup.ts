import { Parser } from 'htmlparser2';
import { MAX_ELEMENTS, TranscriptFormatUnknown } from './raw-transcript.ts';

/** Elements whose text is not part of a page's content. */
export const UNSEEN: ReadonlySet<string> = new Set(
  'script,style,title,nav,footer,noscript,template,svg,button,select,aside'.split(','),
);
/** Elements that begin a line of their own. */
export const BLOCKS: ReadonlySet<string> = new Set(
  'p,div,li,ul,ol,br,tr,td,section,article,blockquote,pre,dl,dt,dd,table,header,main,h1,h2,h3,h4,h5,h6'.split(','),
);

/** Receives HTML or XML in the order of the file. Names are in lower case and have no prefix. */
export interface MarkupVisitor {
  readonly open: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly text: (text: string) => void;
  readonly close: (name: string) => void;
}

const HEAD_CHARACTERS = 20_000;
// Far deeper than any real page; deeper nesting would make the parser quadratic.
const DEEPEST = 2000;

/**
 * Walks markup without building a tree, which for 10 MB of tags would take a gigabyte. Character references are decoded.
 * Throws TranscriptFormatUnknown when elements are nested more than 2,000 deep, or are too many.
 */
export function walkMarkup(source: string, xmlMode: boolean, visitor: MarkupVisitor): void {
  let depth = 0;
  let seen = 0;
  const count = () => {
    if (++seen > MAX_ELEMENTS)
      throw new TranscriptFormatUnknown('The file has more than 500,000 elements and attributes. Split it.');
  };
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        depth += 1;
        count();
        if (depth > DEEPEST)
          throw new TranscriptFormatUnknown('The elements in this file are nested too deeply to read.');
        visitor.open(localName(name), attributes);
      },
      onattribute: count,
      ontext: visitor.text,
      onclosetag: (name) => {
        depth -= 1;
        visitor.close(localName(name));
      },
    },
    { xmlMode, decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  );
  parser.end(source);
}

/**
 * The root element of XML, in lower case and without its prefix. Null when text comes before it, or when it does not begin
 * within the first 20,000 characters.
 */
export function rootElement(source: string): string | null {
  let root: string | null = null;
  let isText = false;
  const parser = new Parser(
    {
      onopentagname: (name) => {
        if (!isText) root ??= localName(name);
      },
      ontext: (text) => {
        isText ||= root === null && text.trim() !== '';
      },
    },
    { xmlMode: true },
  );
  parser.write(source.slice(0, HEAD_CHARACTERS));
  return root;
}

/** "pst:item" → "item". */
function localName(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1).toLowerCase();
}

const REFERENCE = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][\da-z]{1,31});/gi;
const LONGEST_DECODED = 2;
const CUE_TAG =
  /<\/?(?:[cibuv]|ruby|rt|lang|font|br|span|em|strong|s|p|div)(?:[ \t\n./][^<>]*)?>|<\d{1,3}:[\d:.,]{1,20}>/gi;
const ASS_OVERRIDE = /\{\\[^{}\n]{1,200}\}/g;

/** Decodes character references once. Text that only looks like one ("AT&T", "R&D;") is kept. */
export function decodeEntities(text: string): string {
  return text.includes('&') ? text.replace(REFERENCE, decoded) : text;
}

function decoded(reference: string): string {
  let text = '';
  walkMarkup(reference, false, {
    open: () => {},
    text: (piece) => {
      text += piece;
    },
    close: () => {},
  });
  // HTML also accepts old names without a semicolon and reads "&ampx;" as "&x;".
  return text.length <= LONGEST_DECODED ? text : reference;
}

/** Removes the tags that captions use and ASS overrides (`{\an8}`). Any other `<` is kept. */
export function stripCueTags(text: string): string {
  const plain = text.includes('{\\') ? text.replace(ASS_OVERRIDE, '') : text;
  return plain.includes('<') ? plain.replace(CUE_TAG, (tag) => (/^<(?:br|p|div)/i.test(tag) ? ' ' : '')) : plain;
}

/** Marks that tell a player of captions which way to write, around whole lines of Arabic and Hebrew. */
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Without the marks of direction, behind which no name of a speaker would be found. */
export const withoutDirections = (text: string): string => text.replace(DIRECTIONS, '');

/** Reduces runs of spaces to one, drops empty lines, and removes control characters and lone surrogates. */
export function tidy(text: string): string {
  return withoutDirections(text)
    .replace(/(?![\n\t])\p{Cc}|[\ufeff\u200b]|\p{Surrogate}/gu, '')
    .replace(/[ \t\u00a0\u2000-\u200a\u202f\u3000]+/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim();
}
