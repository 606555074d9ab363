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

async function answerOf(response: Response): Promise<Answer> {
  return { status: response.status, headers: response.headers, body: await response.json() };
}
