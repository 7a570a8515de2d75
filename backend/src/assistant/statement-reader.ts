/** A sentence of a model with the numbers that it cites. */
export interface WrittenStatement {
  readonly text: string;
  readonly numbers: readonly number[];
}

const NUMBERS = '(?:\\s*\\[\\d+(?:\\s*[,–-]\\s*\\d+)*\\])';
/** The end of a sentence, with numbers before or after its mark, and the beginning of the next. */
const END = new RegExp(`(?:${NUMBERS}+\\s*[.!?。]?["”’)]*|[.!?。]["”’)]*${NUMBERS}*)(?=\\s+[^\\s\\[]|\\n)`, 'u');
/** A sentence without numbers that is as short belongs to the next: "Yes.", "e.g." */
const SHORT = 25;
/** Nobody writes such sentences; what has no end is cut. */
const LONGEST = 4000;

/** Cuts a text into statements while it is written. */
export class StatementReader {
  private buffer = '';

  add(text: string): WrittenStatement[] {
    this.buffer += text;
    const statements: WrittenStatement[] = [];
    for (let from = 0; ;) {
      const end = END.exec(this.buffer.slice(from));
      if (end === null) break;
      const to = from + end.index + end[0].length;
      const part = this.buffer.slice(0, to);
      const statement = statementOf(part);
      if (statement.numbers.length === 0 && statement.text.length < SHORT && !this.buffer.slice(to).startsWith('\n')) {
        from = to;
        continue;
      }
      statements.push(statement);
      this.buffer = this.buffer.slice(to);
      from = 0;
    }
    if (this.buffer.length > LONGEST) {
      statements.push(statementOf(this.buffer));
      this.buffer = '';
    }

    return statements.filter(({ text: own }) => own !== '');
  }

  /** What is left. A sentence that was cut off is none. */
  end(isComplete: boolean): WrittenStatement[] {
    const statement = statementOf(this.buffer);
    this.buffer = '';

    return statement.text === '' || (!isComplete && statement.numbers.length === 0) ? [] : [statement];
  }
}

function statementOf(part: string): WrittenStatement {
  const numbers: number[] = [];
  const text = part.replace(/\s*\[(\d+(?:\s*[,–-]\s*\d+)*)\]/g, (_, list: string) => {
    for (const range of list.split(',')) {
      const [first = NaN, last = first] = range.split(/[–-]/).map(Number);
      for (let n = first; n <= Math.min(last, first + 20); n += 1) numbers.push(n);
    }

    return '';
  });

  return { text: text.replace(/^[\s\-*•#>]+/, '').trim(), numbers: [...new Set(numbers)] };
}
