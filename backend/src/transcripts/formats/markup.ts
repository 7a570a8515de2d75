import { Parser } from 'htmlparser2';
import { TranscriptFormatUnknown } from './raw-transcript.ts';

/** Elements whose text is no part of what a page says. */
export const UNSEEN: ReadonlySet<string> = new Set(
  'script,style,title,nav,footer,noscript,template,svg,button,select,aside'.split(','),
);
/** Elements that begin a line of their own. */
export const BLOCKS: ReadonlySet<string> = new Set(
  'p,div,li,ul,ol,br,tr,td,section,article,blockquote,pre,dl,dt,dd,table,header,main,h1,h2,h3,h4,h5,h6'.split(','),
);

/** What a reader of HTML or XML is told, in the order of the file. Names are without prefix and in lower case. */
export interface MarkupVisitor {
  readonly open: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly text: (text: string) => void;
  readonly close: (name: string) => void;
}

const HEAD_CHARACTERS = 20_000;
// Far deeper than any page; the parser's own stack makes endless nesting quadratic.
const DEEPEST = 2000;

/**
 * Walks markup without building a tree, so that a large file is no matter. Character references are decoded. Throws
 * TranscriptFormatUnknown when elements are nested more than 2,000 deep.
 */
export function walkMarkup(source: string, xmlMode: boolean, visitor: MarkupVisitor): void {
  let depth = 0;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        depth += 1;
        if (depth > DEEPEST)
          throw new TranscriptFormatUnknown('This is markup with elements nested too deeply to be read.');
        visitor.open(localName(name), attributes);
      },
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
 * The root element of XML, in lower case and without its prefix. Null when anything but comments, a document type and
 * instructions comes before it, or nothing else within its first 20,000 characters.
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

/** Character references as characters, once. What is none ("AT&T", "R&D;") stays as it is written. */
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
  // HTML reads old names without their semicolon too, "&ampx;" as "&x;".
  return text.length <= LONGEST_DECODED ? text : reference;
}

/** Text without the tags that captions use, ASS overrides (`{\an8}`) included. A `<` that opens no such tag stays. */
export function stripCueTags(text: string): string {
  const plain = text.includes('{\\') ? text.replace(ASS_OVERRIDE, '') : text;
  return plain.includes('<') ? plain.replace(CUE_TAG, (tag) => (/^<(?:br|p|div)/i.test(tag) ? ' ' : '')) : plain;
}

/** One line per line of the text: runs of blanks are one blank, control characters and lone surrogates are gone. */
export function tidy(text: string): string {
  return text
    .replace(/(?![\n\t])\p{Cc}|[\ufeff\u200b\u200e\u200f]|\p{Surrogate}/gu, '')
    .replace(/[ \t\u00a0\u2000-\u200a\u202f\u3000]+/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim();
}
