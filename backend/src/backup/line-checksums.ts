import { createHash } from 'node:crypto';

const HEX_DIGITS = 32;
const SUMMED = /,"sum":"([\da-f]{32})"\}$/;

/**
 * Checksums of the lines of a file. Each is of its line and of all lines before it, so that the last one is of the whole
 * file. They find damage and edits, not forgery: whoever can edit the file can compute them again.
 */
export class LineChecksums {
  private last = '';

  /** The JSON object with its checksum as its last field. */
  added(text: string): string {
    this.last = this.of(text);

    return `${text.slice(0, -1)},"sum":"${this.last}"}`;
  }

  /** Whether the line, with its checksum, follows those before it unchanged. */
  check(line: string): boolean {
    const sum = SUMMED.exec(line)?.[1];
    if (sum === undefined) return false;
    this.last = this.of(line.replace(SUMMED, '}'));

    return this.last === sum;
  }

  private of(text: string): string {
    return createHash('sha256').update(this.last).update(text).digest('hex').slice(0, HEX_DIGITS);
  }
}

export const hasChecksum = (line: string): boolean => SUMMED.test(line);
