import { Parser } from 'htmlparser2';

/** What a reader of HTML or XML is told, in the order of the file. Names are without prefix and in lower case. */
export interface MarkupVisitor {
  readonly open: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly text: (text: string) => void;
  readonly close: (name: string) => void;
}

/** Walks markup without building a tree, so that neither size nor depth of a file matters. Character references are decoded. */
export function walkMarkup(source: string, xmlMode: boolean, visitor: MarkupVisitor): void {
  const parser = new Parser(
    {
      onopentag: (name, attributes) => visitor.open(localName(name), attributes),
      ontext: visitor.text,
      onclosetag: (name) => visitor.close(localName(name)),
    },
    { xmlMode, decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  );
  parser.end(source);
}

/** "pst:item" → "item". */
function localName(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1).toLowerCase();
}
