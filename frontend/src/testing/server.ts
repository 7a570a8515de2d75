import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';

/** Answers the requests of a spec. Handlers are removed after each test. */
export const server = setupServer();

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** An answered request; `body` is its parsed JSON. */
export interface Call {
  readonly url: URL;
  readonly headers: Headers;
  readonly body: unknown;
}

/**
 * Answers every request for this path with the same JSON, or with what `answer` returns. Returns the growing list of
 * requests.
 */
export function answers(method: Method, path: string, answer: unknown): readonly Call[] {
  const calls: Call[] = [];
  server.use(
    http[method](path, async ({ request }) => {
      const text = await request.text();
      const call = { url: new URL(request.url), headers: request.headers, body: text === '' ? null : jsonOf(text) };
      calls.push(call);

      return answer instanceof Function ? await answer(call) : HttpResponse.json(answer as object);
    }),
  );

  return calls;
}

/** A problem+json refusal in the server's format. */
export const refusal = (status: number, code: string, detail: string, more: object = {}): Response =>
  HttpResponse.json(
    { type: 'about:blank', title: 'Refused', status, detail, code, ...more },
    { status, headers: { 'content-type': 'application/problem+json' } },
  );

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // File uploads are not JSON.
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}
