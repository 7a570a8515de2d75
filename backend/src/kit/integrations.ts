/** A service outside that a feature uses. */
export interface Integration {
  /** Id in the call that checks it. */
  readonly service: string;
  /** As people call it. */
  readonly name: string;
  /** What it is for: a sentence. */
  readonly purpose: string;
  /** Which of several for the same purpose is in use; null: there is only one, or it is another. */
  readonly provider: string | null;
  /** Environment variables that must be set before it can be used. */
  readonly missing: readonly string[];
  /** Calls it as cheaply as possible. Throws Rejected when it cannot be used; `reachable` is null when nothing was called. */
  check(): Promise<{ readonly reachable: boolean | null; readonly message: string }>;
}

/** The services outside, which every feature adds its own to. */
export class Integrations {
  private readonly added: Integration[] = [];

  get all(): readonly Integration[] {
    return this.added;
  }

  add(...integrations: readonly Integration[]): void {
    this.added.push(...integrations);
  }
}
