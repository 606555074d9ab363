export interface Check {
  what: string;
  state: 'ok' | 'note' | 'bad';
  detail: string;
}

export async function apiCheck(url: string): Promise<Check> {
  try {
    const response = await fetch(new URL('/readyz', url), { signal: AbortSignal.timeout(5_000) });
    return response.ok
      ? { what: 'API', state: 'ok', detail: `ready at ${url}` }
      : { what: 'API', state: 'bad', detail: `${url} is not ready (HTTP ${response.status})` };
  } catch (error) {
    return { what: 'API', state: 'bad', detail: `${url} does not answer: ${(error as Error).message}` };
  }
}

export async function metricsCheck(metricsUrl: string): Promise<Check> {
  const url = `${metricsUrl}/metrics`;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5_000) });
    await response.body?.cancel();
    return response.ok
      ? { what: 'metrics', state: 'ok', detail: `of the API at ${url}` }
      : { what: 'metrics', state: 'bad', detail: `${url} answers HTTP ${response.status}` };
  } catch (error) {
    return { what: 'metrics', state: 'bad', detail: `${url} does not answer: ${(error as Error).message}` };
  }
}
