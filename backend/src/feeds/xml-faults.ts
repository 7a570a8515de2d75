/** What is ill-formed in a document; of each kind the first. */
export class XmlFaults {
  private readonly first = new Map<string, { clause: string; index: number }>();

  /** `index` is the offset in the document where the fault stands. */
  add(kind: string, clause: string, index: number): void {
    if (!this.first.has(kind)) this.first.set(kind, { clause, index });
  }

  /** The clauses with their lines, by line. */
  lines(document: string): string[] {
    let line = 1;
    let at = 0;

    return [...this.first.values()]
      .toSorted((one, other) => one.index - other.index)
      .map(({ clause, index }) => {
        for (let next = document.indexOf('\n', at); next !== -1 && next < index; next = document.indexOf('\n', at)) {
          line++;
          at = next + 1;
        }
        return `${clause} (line ${line})`;
      });
  }
}
