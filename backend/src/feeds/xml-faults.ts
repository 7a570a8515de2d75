/** The faults of a document: the first of each kind. */
export class XmlFaults {
  private readonly first = new Map<string, { clause: string; line: number }>();

  /** `index` is where in `text` the fault stands, `line` the line of the document that `text` begins in. */
  add(kind: string, clause: string, text: string, index: number, line = 1): void {
    if (!this.first.has(kind)) this.first.set(kind, { clause, line: line + lineBreaks(text, index) });
  }

  /** The clauses with their lines, by line. */
  list(): string[] {
    return [...this.first.values()]
      .toSorted((one, other) => one.line - other.line)
      .map(({ clause, line }) => `${clause} (line ${line})`);
  }
}

/** How many lines end in the text before `end`. */
export function lineBreaks(text: string, end = text.length): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) count++;

  return count;
}
