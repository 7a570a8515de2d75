/** What every feature may ask for, besides the pool, the streams and the checkpoints. core.module.ts provides it. */
export const CONFIG = Symbol('CONFIG');
export const EVENT_LOG = Symbol('EVENT_LOG');
export const FETCHER = Symbol('FETCHER');
export const STORE_URLS = Symbol('STORE_URLS');
export const REPORT = Symbol('REPORT');

/** Where the data is: what a thread needs to open its own connections. */
export interface StoreUrls {
  readonly databaseUrl: string;
  readonly eventstoreUrl: string | null;
}

/** Takes one line of trouble for whoever operates the product: plumbing that knows nothing of Nest's logger. */
export type Report = (line: string) => void;
