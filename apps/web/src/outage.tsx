import { TickscopeError } from '@tickscope/sdk';
import { useSyncExternalStore } from 'react';
import { queryClient } from './api/client.js';
import css from './shell.module.css';

const cache = queryClient.getQueryCache();

/** Whether what some part of the page shows could not be asked for again. */
function isStale(): boolean {
  return cache
    .findAll({ type: 'active' })
    .some(({ state: { data, error } }) => data !== undefined && isOutage(error));
}

function isOutage(error: unknown): boolean {
  if (!(error instanceof TickscopeError)) return false;
  return error.code === 'no_answer' || error.code === 'timeout' || error.status === 503;
}

/** Says that the page is not up to date while the API does not answer. It lies over the page, which stays as it is. */
export function Outage() {
  const isShown = useSyncExternalStore((listener) => cache.subscribe(listener), isStale);
  return (
    <div role="status">
      {isShown && (
        <p className={css['outage']}>
          The API does not answer: what is shown may be old. The page goes on by itself.
        </p>
      )}
    </div>
  );
}
