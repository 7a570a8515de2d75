/** Password of the account that the first start creates. */
export const ADMIN_PASSWORD = 'a password for one run';

export interface Answered {
  /** Time until the whole answer arrived. */
  readonly ms: number;
  /** Its JSON. */
  readonly answer: unknown;
  /** Position of the call's event when not every page shows it yet: the server waits two seconds for that at most. */
  readonly unseen: bigint | null;
}

/** Calls the server as its admin. Throws for any error status. */
export interface AdminCall {
  (method: string, path: string, body?: string, headers?: Record<string, string>): Promise<Answered>;
  /** Of the session. */
  readonly cookie: string;
}

/** Signs in to a server that was started with ADMIN_PASSWORD. */
export async function signIn(url: string): Promise<AdminCall> {
  const common = { origin: url, 'content-type': 'application/json' };
  const login = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: common,
    body: JSON.stringify({ username: 'admin', password: ADMIN_PASSWORD }),
  });
  const cookie = (login.headers.get('set-cookie') ?? '').split(';')[0] ?? '';

  const call = async (method: string, path: string, body?: string, headers: Record<string, string> = {}) => {
    const start = performance.now();
    const response = await fetch(url + path, {
      method,
      headers: { ...common, cookie, ...headers },
      body: body ?? null,
    });
    const text = await response.text();
    const ms = performance.now() - start;
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);

    const position = /\d+/.exec(response.headers.get('x-projection-lag') ?? '')?.[0];

    return { ms, answer: JSON.parse(text), unseen: position === undefined ? null : BigInt(position) };
  };

  return Object.assign(call, { cookie });
}
