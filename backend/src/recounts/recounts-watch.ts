const LOOK_MS = 2000;

/** Looks now and again every few seconds. Trouble is told once, until a look has gone well. */
export class RecountsWatch {
  private timer: NodeJS.Timeout | null = null;
  private looking: Promise<void> | null = null;
  private stopped = false;
  private isTold = false;

  constructor(
    private readonly look: () => Promise<void>,
    private readonly report: (line: string) => void,
  ) {
    this.start();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    if (this.timer) clearTimeout(this.timer);
    await this.looking;
  }

  private start(): void {
    this.looking = this.lookOnce().finally(() => {
      if (!this.stopped) this.timer = setTimeout(() => this.start(), LOOK_MS);
    });
  }

  private async lookOnce(): Promise<void> {
    try {
      await this.look();
      this.isTold = false;
    } catch (error) {
      if (!this.isTold && !this.stopped)
        this.report(`recounts: ${error instanceof Error ? error.message : String(error)}`);
      this.isTold = true;
    }
  }
}
