/** The most connections to Postgres that each part of Earmark has open: the sizes of all pools, in one place. */
export const CONNECTIONS = {
  /** Pages, sessions, and writes outside the log. */
  pages: 10,
  /** Ends the reads of callers who have left. */
  endsReads: 1,
  listensToCheckpoints: 1,
  leases: 1,
  /** Of each open log. */
  logReaders: 4,
  logWriters: 1,
  logListeners: 1,
  /** Of each open log on EventStoreDB, in place of the three above. */
  eventPlaces: 2,
  projections: 6,
  projectionsLock: 1,
  ledger: 2,
  previews: 2,
  recounts: 3,
  noise: 2,
} as const;

const { pages, endsReads, listensToCheckpoints, leases, projections, projectionsLock } = CONNECTIONS;
const { ledger, previews, recounts, noise } = CONNECTIONS;
const aLog = CONNECTIONS.logReaders + CONNECTIONS.logWriters + CONNECTIONS.logListeners;
const everyProcess = pages + endsReads + listensToCheckpoints + leases + aLog + projections + projectionsLock;

/** A server, whose projections, past pages and ledgers are threads with a log of their own. */
export const CONNECTIONS_OF_A_SERVER = everyProcess + 3 * aLog + ledger + previews + recounts + noise;
/** A command on the command line, which moves the projections itself when there is no server. */
export const CONNECTIONS_OF_A_COMMAND = everyProcess + recounts;
/** Those that Postgres reserves for superusers, and a few for the operator's own tools. */
const SPARE = 8;

/** `max_connections` of the embedded Postgres; also what an outside one needs for each server. */
export const MAX_CONNECTIONS = CONNECTIONS_OF_A_SERVER + CONNECTIONS_OF_A_COMMAND + SPARE;
