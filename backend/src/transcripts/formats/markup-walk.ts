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

/** "pst:item" → "item". */
function localName(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1).toLowerCase();
}
