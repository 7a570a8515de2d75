import type { EventLog } from '../event-log.ts';
import type { TcpProxy } from './tcp-proxy.ts';

export interface TestedLog {
  /** Reached through `proxy`; its pages are small. */
  readonly log: EventLog;
  /** The same log from another process, which the proxy does not touch. */
  readonly other: EventLog;
  readonly proxy: TcpProxy;
  close(): Promise<void>;
}
