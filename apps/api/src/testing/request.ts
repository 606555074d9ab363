export interface Answer {
  status: number;
  headers: Headers;
  /** Parsed JSON. */
  body: unknown;
}

export async function post(url: string, body: unknown): Promise<Answer> {
  return postText(url, JSON.stringify(body));
}

export async function postText(
  url: string,
  text: string,
  headers: Record<string, string> = { 'Content-Type': 'application/json' },
): Promise<Answer> {
  return answerOf(await fetch(url, { method: 'POST', body: text, headers }));
}

export async function get(url: string, method = 'GET'): Promise<Answer> {
  return answerOf(await fetch(url, { method }));
}

/** Sends a request. A body that is not a string is encoded as JSON. */
export async function send(
  url: string,
  { method = 'GET', token, body, headers = {} }: SentRequest = {},
): Promise<Answer> {
  return answerOf(
    await fetch(url, {
      method,
      headers: {
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    }),
  );
}

export interface SentRequest {
  method?: string;
  /** Sent as bearer token. */
  token?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

async function answerOf(response: Response): Promise<Answer> {
  return { status: response.status, headers: response.headers, body: await response.json() };
}
