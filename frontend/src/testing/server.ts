import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';

/** Answers the calls of a spec. Handlers are forgotten after each test. */
export const server = setupServer();

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** A call that was answered; `body` is what was sent, as JSON. */
export interface Call {
  readonly url: URL;
  readonly headers: Headers;
  readonly body: unknown;
}

/** Answers every call of this address with the same JSON, or with what `answer` makes of the call. Returns the calls so far. */
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

/** A refusal as the server writes it. */
export const refusal = (status: number, code: string, detail: string, more: object = {}): Response =>
  HttpResponse.json(
    { type: 'about:blank', title: 'Refused', status, detail, code, ...more },
    { status, headers: { 'content-type': 'application/problem+json' } },
  );

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // A file goes as it is.
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}
