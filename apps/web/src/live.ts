import { useQueryClient } from '@tanstack/react-query';
import type { Schemas } from '@tickscope/sdk';
import { useEffect, useRef, useState } from 'react';
import { feedApi, retryAfterMs } from './api/client.js';
import { type FeedFilter, matches, questionOf } from './feed-filter.js';

/** The most events in a page's list; there may have been more. */
export const MOST_KEPT = 60;

type Event = Schemas['SandwichEvent'];

export interface Live {
  events: readonly Event[];
  /** `connecting`: also while a connection that broke is replaced. */
  state: 'connecting' | 'live' | 'delayed' | 'failed';
  error: unknown;
}

const NOTHING: Live = { events: [], state: 'connecting', error: null };

/**
 * Sandwiches as they happen, newest first. A later revision replaces the earlier; one that no longer matches the
 * filter removes it. Goes on after the last event when it is no longer paused, and by itself when the API is back.
 */
export function useLiveSandwiches(isPaused: boolean, filter: FeedFilter): Live {
  const [live, setLive] = useState(NOTHING);
  const lastEventId = useRef<string | null>(null);
  const client = useQueryClient();
  const filterKey = JSON.stringify(filter);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was found with another filter goes.
  useEffect(() => {
    lastEventId.current = null;
    setLive(NOTHING);
  }, [filterKey]);
  useEffect(() => {
    if (isPaused) return;
    const stopping = new AbortController();
    const { signal } = stopping;
    const own = JSON.parse(filterKey) as FeedFilter;
    const show = (change: Partial<Live>): void => {
      if (!signal.aborted) setLive((before) => ({ ...before, ...change }));
    };
    const listen = async (): Promise<void> => {
      const stream = feedApi((state) => show({ state, error: null })).stream({
        ...questionOf(own),
        ...(own.final === 'yes' ? { final_only: 'true' } : {}),
        ...(lastEventId.current === null ? {} : { lastEventId: lastEventId.current }),
        signal,
      });
      for await (const { event, data } of stream) {
        lastEventId.current = stream.lastEventId;
        if (event === 'status') show({ state: data.state });
        if (event === 'gap') void client.invalidateQueries({ queryKey: ['sandwiches'] });
        if (event === 'sandwich')
          setLive((before) => ({ ...before, events: withEvent(before.events, data, own) }));
      }
    };
    void keepOn(listen, signal, (error) => show({ state: 'failed', error }));
    return () => stopping.abort();
  }, [isPaused, filterKey, client]);
  return live;
}

/** Listens again after each failure that may pass. */
async function keepOn(
  listen: () => Promise<void>,
  signal: AbortSignal,
  failed: (error: unknown) => void,
): Promise<void> {
  while (!signal.aborted) {
    const waitMs = await listen().then(
      () => 0,
      (error: unknown) => {
        failed(error);
        return retryAfterMs(error);
      },
    );
    if (waitMs === false) return;
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}

export function withEvent(events: readonly Event[], event: Event, filter: FeedFilter): Event[] {
  if (!matches(event, filter)) return events.filter(({ id }) => id !== event.id);
  return events.some(({ id }) => id === event.id)
    ? events.map((other) => (other.id === event.id ? event : other))
    : [event, ...events].slice(0, MOST_KEPT);
}
