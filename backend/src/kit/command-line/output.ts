const PROGRESS_MS = 250;

/** Results to standard output, a line each (JSON with --json); progress and warnings to standard error. */
export class Output {
  private shownAt = 0;
  private isShowing = false;

  constructor(
    private readonly json: boolean,
    private readonly interruption: AbortSignal,
  ) {}

  /** `sentence` for people, `result` for programs. */
  result(result: Record<string, unknown>, sentence: string): void {
    this.endProgress();
    console.log(this.json ? JSON.stringify(result) : sentence);
  }

  /** Not once the command is interrupted: then everything loses its database, as is to be expected. */
  warn(sentence: string): void {
    this.endProgress();
    if (this.interruption.aborted) return;
    console.error(sentence);
  }

  /** Only on a terminal; at most four times a second. */
  progress(sentence: string): void {
    if (!process.stderr.isTTY || Date.now() - this.shownAt < PROGRESS_MS) return;
    this.shownAt = Date.now();
    this.isShowing = true;
    process.stderr.write(`\r\u001b[K${sentence.slice(0, (process.stderr.columns || 80) - 1)}`);
  }

  endProgress(): void {
    if (this.isShowing) process.stderr.write('\r\u001b[K');
    this.isShowing = false;
    this.shownAt = 0;
  }
}
