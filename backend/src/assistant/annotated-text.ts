/** A sentence of the answer and the files that it cites. */
export interface CitedSentence {
  readonly text: string;
  /** Each once, in the order in which they are cited. */
  readonly fileIds: readonly string[];
}

const END = /(?:[.!?。](?=["”’)]*(?:\s|$))["”’)]*|\n)\s*/gu;
/** "e.g.", "Dr.", "1.": no sentence of its own. */
const SHORT = 12;

/** The text of an answer while it is written, with citations at places in it, which may repeat and come late. */
export class AnnotatedText {
  private text = '';
  private taken = 0;
  private readonly citations: { index: number; fileId: string }[] = [];

  add(delta: string): void {
    this.text += delta;
  }

  /** `index`: where the citation belongs in the text. */
  cite(index: number, fileId: string): void {
    if (!this.citations.some((one) => one.index === index && one.fileId === fileId))
      this.citations.push({ index, fileId });
  }

  /** Sentences that no further citation can belong to. */
  takeSure(): CitedSentence[] {
    const last = Math.max(-1, ...this.citations.map(({ index }) => index));
    const ends = this.ends();
    const sure = ends.filter((end, at) => end <= last && (ends[at + 1] !== undefined || end < this.text.length));

    return this.take(sure.slice(0, -1));
  }

  /** What is left. `isComplete`: false when the text was cut off, so that its last sentence is none. */
  takeRest(isComplete: boolean): CitedSentence[] {
    const ends = this.ends();
    if (isComplete && ends.at(-1) !== this.text.length) ends.push(this.text.length);

    return this.take(ends);
  }

  /** Where sentences end that were not taken. */
  private ends(): number[] {
    const ends: number[] = [];
    let from = this.taken;
    for (const match of this.text.slice(this.taken).matchAll(END)) {
      const end = this.taken + match.index + match[0].length;
      const sentence = this.text.slice(from, end);
      const isWhole = sentence.trim().length >= SHORT && !isInQuotation(sentence);
      if (!isWhole && !match[0].includes('\n')) continue;
      ends.push(end);
      from = end;
    }

    return ends;
  }

  private take(ends: readonly number[]): CitedSentence[] {
    return ends.flatMap((end): CitedSentence[] => {
      const [from, isFirst] = [this.taken, this.taken === 0];
      this.taken = end;
      // The service puts a citation behind its sentence, or before its last character.
      const cited = this.citations.filter(({ index }) => (isFirst || index > from) && index <= end);
      const text = this.text
        .slice(from, end)
        .replace(/【[^】]*】/gu, '')
        .replace(/^[\s\-*•#>]+/u, '')
        .trim();

      return text === '' ? [] : [{ text, fileIds: [...new Set(cited.map(({ fileId }) => fileId))] }];
    });
  }
}

/** Whether a quotation that began in the text goes on. */
const isInQuotation = (text: string): boolean =>
  (text.match(/"/g) ?? []).length % 2 === 1 || (text.match(/“/g) ?? []).length > (text.match(/”/g) ?? []).length;
