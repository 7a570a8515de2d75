/** What every feature may inject, besides the pool, the streams and the checkpoints. Provided by core.module.ts. */
export const CONFIG = Symbol('CONFIG');
export const EVENT_LOG = Symbol('EVENT_LOG');
export const FETCHER = Symbol('FETCHER');
export const STORE_URLS = Symbol('STORE_URLS');
export const REPORT = Symbol('REPORT');

/** The addresses that a thread needs to open its own connections. */
export interface StoreUrls {
  readonly databaseUrl: string;
  readonly eventstoreUrl: string | null;
}

/** Reports one problem, as one line, to the operator; keeps plumbing independent of Nest's logger. */
export type Report = (line: string) => void;
