const PROGRESS_MS = 250;

/** Writes results to standard output, one per line (JSON with --json), and progress and warnings to standard error. */
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

  /** Silent once the command is interrupted, since losing the database is then expected. */
  warn(sentence: string): void {
    this.endProgress();
    if (this.interruption.aborted) return;
    console.error(sentence);
  }

  /** Shown only on a terminal, at most four times a second. */
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
