import { QueryClient } from '@tanstack/react-query';
import { createTickscope, type Tickscope, TickscopeError } from '@tickscope/sdk';
import { onKeyChange, storedKey } from './session.js';
import { forgetUsage, noteUsage } from './usage.js';

const NO_ANSWER_RETRY_MS = 3_000;
const UNDETECTED_RETRY_MS = 4_000;

/** The address of the API, absolute. */
export const API_URL = new URL(
  document.querySelector<HTMLMetaElement>('meta[name=tickscope-api]')?.content ?? '/api',
  location.origin,
).href;

let client: Tickscope | null = null;
let patient: Tickscope | null = null;

/** The browser's `fetch`, which also notes what answers say about the limits. */
const ask: typeof fetch = async (input, init) => {
  const answer = await fetch(input, init);
  noteUsage(init?.method ?? 'GET', String(input), answer.headers, API_URL);
  return answer;
};

/** Asks once: the page shows why nothing came, and asks again by itself. */
export function api(): Tickscope {
  client ??= createTickscope({ baseUrl: API_URL, token: storedKey() ?? undefined, fetch: ask, retries: 0 });
  return client;
}

/** For jobs, which last: waits through limits and restarts. */
export function patientApi(): Tickscope {
  patient ??= createTickscope({ baseUrl: API_URL, token: storedKey() ?? undefined, fetch: ask, retries: 8 });
  return patient;
}

/** For the live feed. `onState` learns when a connection is tried, and when it is open. */
export function feedApi(onState: (state: 'connecting' | 'live') => void): Tickscope {
  return createTickscope({
    baseUrl: API_URL,
    token: storedKey() ?? undefined,
    retries: 0,
    fetch: async (input, init) => {
      onState('connecting');
      const answer = await ask(input, init);
      if (answer.ok) onState('live');
      return answer;
    },
  });
}

/** When a failed question is asked again without a click; false where it would fail again. */
export function retryAfterMs(error: unknown): number | false {
  if (!(error instanceof TickscopeError)) return false;
  if (error.retryAfterSeconds !== null) return error.retryAfterSeconds * 1_000 + 300;
  return error.code === 'no_answer' || error.code === 'timeout' || error.status === 503
    ? NO_ANSWER_RETRY_MS
    : false;
}

/** True for answers about slots that are not there or not analysed yet: the next look may know more. */
function isUndetected(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'isUndetected' in data && data.isUndetected === true;
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      staleTime: 60_000,
      refetchOnWindowFocus: false,
      refetchInterval: ({ state }) => {
        if (state.error !== null) return retryAfterMs(state.error);
        return isUndetected(state.data) ? UNDETECTED_RETRY_MS : false;
      },
    },
  },
});

onKeyChange(() => {
  client = null;
  patient = null;
  forgetUsage();
  void queryClient.resetQueries();
});
