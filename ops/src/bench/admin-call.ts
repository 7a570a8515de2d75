/** Of the account that a first start makes. */
export const ADMIN_PASSWORD = 'a password for one run';

/** Calls the server as its admin; the answer's JSON and the milliseconds until it was there. Throws for any error status. */
export type AdminCall = (
  method: string,
  path: string,
  body?: string,
  headers?: Record<string, string>,
) => Promise<{ ms: number; answer: unknown }>;

/** Signs in at a product that was started with ADMIN_PASSWORD. */
export async function signIn(url: string): Promise<AdminCall> {
  const common = { origin: url, 'content-type': 'application/json' };
  const login = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: common,
    body: JSON.stringify({ username: 'admin', password: ADMIN_PASSWORD }),
  });
  const cookie = (login.headers.get('set-cookie') ?? '').split(';')[0] ?? '';

  return async (method, path, body, headers = {}) => {
    const start = performance.now();
    const response = await fetch(url + path, {
      method,
      headers: { ...common, cookie, ...headers },
      body: body ?? null,
    });
    const text = await response.text();
    const ms = performance.now() - start;
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);

    return { ms, answer: JSON.parse(text) };
  };
}
