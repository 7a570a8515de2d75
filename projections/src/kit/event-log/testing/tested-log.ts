import type { EventLog } from '../event-log.ts';
import type { ForeignEvent } from '../../../testing/neighbour.ts';
import type { TcpProxy } from './tcp-proxy.ts';

export interface TestedLog {
  /** Reached through `proxy`; its pages are small. */
  readonly log: EventLog;
  /** Through `proxy`, too; an append waits half a second at most until it is known. */
  readonly impatient: EventLog;
  /** The same log from another process, which the proxy does not touch. */
  readonly other: EventLog;
  readonly proxy: TcpProxy;
  /** Stores one event past the adapter, as another program could, with `metadata` as its bytes; JSON on Postgres. */
  readonly writePast: (stream: string, event: ForeignEvent) => Promise<void>;
  close(): Promise<void>;
}
