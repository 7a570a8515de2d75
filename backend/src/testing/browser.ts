export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body, `{}` when it is not JSON. */
  readonly body: Record<string, unknown>;
}

/** Null omits the header. */
export type CallHeaders = Record<string, string | null>;

/** Keeps cookies and sends Origin and JSON as a browser does on a page of the same site. */
export class Browser {
  private cookie = '';

  constructor(private readonly url: string) {}

  get sessionCookie(): string {
    return this.cookie;
  }

  /** Sends a string `body` unchanged, anything else as JSON. */
  async call(method: string, path: string, body?: unknown, headers: CallHeaders = {}): Promise<Answer> {
    const all: CallHeaders = {
      origin: method === 'GET' ? null : this.url,
      'content-type': body === undefined ? null : 'application/json',
      cookie: this.cookie || null,
      ...headers,
    };
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null),
      body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
    });
    const [setCookie] = response.headers.getSetCookie();
    if (setCookie !== undefined) this.cookie = setCookie.split(';', 1)[0] ?? '';

    const text = await response.text();
    const isJson = text !== '' && /json/.test(response.headers.get('content-type') ?? '');
    return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : {} };
  }

  login(username: string, password: string, headers: CallHeaders = {}): Promise<Answer> {
    return this.call('POST', '/api/auth/login', { username, password }, headers);
  }
}
