import { MAX_CONNECTIONS } from '@earmark/projections/connections';
import { HOST } from './port.ts';

/** Command line of the server. `data` is its `-D`. */
export function serverArguments(data: string, port: number, throwaway: boolean): string[] {
  const settings: Record<string, string> = {
    listen_addresses: HOST,
    unix_socket_directories: '',
    max_connections: String(MAX_CONNECTIONS),
    shared_buffers: '256MB',
    max_wal_size: '2GB',
    wal_compression: 'on',
    // A long import may write ahead far without a checkpoint, but at rest the disk need not keep that for reuse.
    wal_recycle: 'off',
    // After an import, pages are slow until Postgres has counted what the tables hold now.
    autovacuum_naptime: '10s',
    random_page_cost: '1.1',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    logging_collector: 'off',
    // Only test data may be lost in a crash of the machine.
    ...(throwaway ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' } : {}),
  };
  return [
    '-D',
    data,
    '-p',
    String(port),
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
}
