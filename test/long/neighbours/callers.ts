/** A client of the API. Each answer is read whole; one that leaves because the signal aborts gets status 0. */
export interface Caller {
  account: string;
  ask(
    path: string,
    options?: { body?: object; signal?: AbortSignal },
  ): Promise<{ status: number; text: string }>;
  /** The text of a stream as it comes, to its end or until the signal aborts. */
  listen(path: string, signal: AbortSignal, onText: (text: string) => void): Promise<void>;
}

function callerWith(url: string, account: string, headers: Record<string, string>): Caller {
  return {
    account,
    async ask(path, { body, signal } = {}) {
      const sent =
        body === undefined
          ? { headers }
          : {
              method: 'POST',
              headers: { ...headers, 'content-type': 'application/json' },
              body: JSON.stringify(body),
            };
      try {
        const response = await fetch(`${url}/api${path}`, { ...sent, ...(signal && { signal }) });
        return { status: response.status, text: await response.text() };
      } catch (error) {
        if (signal?.aborted === true) return { status: 0, text: '' };
        throw error;
      }
    },
    async listen(path, signal, onText) {
      try {
        const response = await fetch(`${url}/api${path}`, { headers, signal });
        if (response.status !== 200 || response.body === null)
          throw new Error(`${path}: ${response.status} ${await response.text()}`);
        const decoder = new TextDecoder();
        for await (const chunk of response.body) onText(decoder.decode(chunk, { stream: true }));
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    },
  };
}

export const keyCaller = (url: string, account: string, key: string): Caller =>
  callerWith(url, account, { authorization: `Bearer ${key}` });

/** A caller without a key, behind the proxy that the API trusts. */
export const visitor = (url: string, address: string): Caller =>
  callerWith(url, `visitor/${address}`, { 'x-forwarded-for': address });
