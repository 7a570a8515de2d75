import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';

/** A loopback proxy in front of a server, whose connections can be cut, stalled and refused. */
export class TcpProxy {
  readonly #target: { host: string; port: number };
  readonly #sockets = new Set<Socket>();
  readonly #held = new Set<Socket>();
  #server: Server | null = null;
  #holding = false;
  #port = 0;
  #bytesToClients = 0;

  private constructor(target: { host: string; port: number }) {
    this.#target = target;
  }

  static async before(host: string, port: number): Promise<TcpProxy> {
    const proxy = new TcpProxy({ host, port });
    await proxy.up();

    return proxy;
  }

  get port(): number {
    return this.#port;
  }

  /** Bytes sent from the server to clients so far. */
  get bytesToClients(): number {
    return this.#bytesToClients;
  }

  /** Cuts every connection; new ones are accepted. */
  drop(): void {
    this.#holding = false;
    this.#held.clear();
    for (const socket of this.#sockets) socket.destroy();
  }

  /** From now on requests pass but answers do not, until `drop`. */
  holdAnswers(): void {
    this.#holding = true;
    for (const server of this.#held) server.pause();
  }

  /** Cuts every connection and refuses new ones. */
  async down(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    this.drop();
    if (!server) return;
    server.close();
    await once(server, 'close');
  }

  /** Accepts connections, again on the same port. */
  async up(): Promise<void> {
    if (this.#server) return;
    this.#server = createServer((client) => this.#accept(client)).listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = portOf(this.#server);
  }

  #accept(client: Socket): void {
    const server = connect({ ...this.#target, noDelay: true });
    client.setNoDelay(true);
    this.#held.add(server);
    server.on('data', (chunk: Buffer) => {
      this.#bytesToClients += chunk.length;
      if (!client.write(chunk)) server.pause();
    });
    client.on('drain', () => {
      if (!this.#holding) server.resume();
    });
    client.pipe(server);
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#sockets.add(socket);
      // Cut connections are the purpose here; the other side sees its own socket close.
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.#sockets.delete(socket);
        this.#held.delete(socket);
        other.destroy();
      });
    }
  }
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');

  return address.port;
}
