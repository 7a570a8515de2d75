import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { z } from 'zod';

export const ADMIN_PASSWORD = 'correct horse battery staple';

/** A server's answer; `body` is null when it is not JSON. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** Makes calls as a signed-in user. Rejects when the server is gone or ends the connection. */
export type Caller = (
  method: string,
  path: string,
  body?: string | Buffer<ArrayBuffer>,
  headers?: Readonly<Record<string, string>>,
) => Promise<Answer>;

/** Signs in as the admin. */
export async function signIn(url: string, password = ADMIN_PASSWORD): Promise<Caller> {
  const login = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  });
  expect(login.status).toBe(200);
  const cookie = (login.headers.get('set-cookie') ?? '').split(';')[0] ?? '';

  return async (method, path, body, headers) => {
    const response = await fetch(url + path, {
      method,
      headers: { origin: url, cookie, 'content-type': 'application/json', ...headers },
      body: body ?? null,
    });
    const text = await response.text();
    const isJson = (response.headers.get('content-type') ?? '').includes('json');
    return { status: response.status, body: isJson ? JSON.parse(text) : null };
  };
}

const POLL_MS = 50;
const EntityTypes = z.array(z.object({ id: z.string(), name: z.string() }));

/** Id of the category `location`, which every library has as soon as its tables have been built: waits for it. */
export async function locationType(call: Caller): Promise<string> {
  for (;;) {
    const { status, body } = await call('GET', '/api/admin/entity-types');
    const found = status === 200 ? EntityTypes.parse(body).find(({ name }) => name === 'location') : undefined;
    if (found) return found.id;
    await sleep(POLL_MS);
  }
}

/** The request body that adds a pattern. */
export const pattern = (name: string, entityTypeId: string): string =>
  JSON.stringify({ name, entityTypeId, caseSensitive: false, wholeWord: true });

const Patterns = z.object({ patterns: z.array(z.object({ name: z.string() })), next: z.string().nullable() });

/** The names of all patterns, sorted. */
export async function patternNames(call: Caller): Promise<string[]> {
  const names: string[] = [];
  for (let after: string | null = ''; after !== null;) {
    const query: string = after === '' ? '' : `?${new URLSearchParams({ after })}`;
    const { patterns, next } = Patterns.parse((await call('GET', `/api/admin/entity-patterns${query}`)).body);
    names.push(...patterns.map(({ name }) => name));
    after = next;
  }

  return names.sort();
}
