import { bad, type Check, ok } from './check.js';

export async function apiCheck(url: string): Promise<Check> {
  const status = await statusOf(new URL('/readyz', url));
  if (status === 200) return ok('API', `ready at ${url}`);
  return bad(
    'API',
    typeof status === 'number' ? `${url} is not ready (HTTP ${status})` : `${url} does not answer: ${status}`,
  );
}

export async function metricsCheck(metricsUrl: string): Promise<Check> {
  const url = `${metricsUrl}/metrics`;
  const status = await statusOf(url);
  if (status === 200) return ok('metrics', `of the API at ${url}`);
  return bad(
    'metrics',
    typeof status === 'number' ? `${url} answers HTTP ${status}` : `${url} does not answer: ${status}`,
  );
}

/** The status of an answer; the message of the error where there is none. */
async function statusOf(url: URL | string): Promise<number | string> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5_000) });
    await response.body?.cancel();
    return response.status;
  } catch (error) {
    return (error as Error).message;
  }
}
