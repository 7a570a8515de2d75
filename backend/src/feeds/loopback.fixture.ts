import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export interface Loopback {
  /** http://127.0.0.1:port without a trailing slash. */
  url: string;
  port: number;
  close(): Promise<void>;
}

/** A web server for specs; it answers on 127.0.0.1 only. */
export async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<Loopback> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new Error(`the server listens on ${address}, not on a port`);
  const { port } = address;

  return {
    url: `http://127.0.0.1:${port}`,
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
