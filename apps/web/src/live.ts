import { useQueryClient } from '@tanstack/react-query';
import type { Schemas } from '@tickscope/sdk';
import { useEffect, useState } from 'react';
import { patientApi } from './api/client.js';

const MOST_KEPT = 60;

export interface Live {
  events: readonly Schemas['SandwichEvent'][];
  state: 'connecting' | 'live' | 'delayed' | 'failed';
  error: unknown;
}

const NOTHING: Live = { events: [], state: 'connecting', error: null };

/** Sandwiches as they happen, newest first. A later revision replaces the earlier, a retraction removes it. */
export function useLiveSandwiches(isPaused: boolean): Live {
  const [live, setLive] = useState(NOTHING);
  const client = useQueryClient();
  useEffect(() => {
    if (isPaused) return;
    const stopping = new AbortController();
    const follow = async (): Promise<void> => {
      setLive((before) => ({ ...before, state: 'live', error: null }));
      for await (const { event, data } of patientApi().stream({ signal: stopping.signal })) {
        if (event === 'status') setLive((before) => ({ ...before, state: data.state }));
        if (event === 'gap') void client.invalidateQueries({ queryKey: ['sandwiches'] });
        if (event === 'sandwich')
          setLive((before) => ({ ...before, events: withEvent(before.events, data) }));
      }
    };
    follow().catch((error: unknown) => {
      if (!stopping.signal.aborted) setLive((before) => ({ ...before, state: 'failed', error }));
    });
    return () => stopping.abort();
  }, [isPaused, client]);
  return live;
}

export function withEvent(
  events: readonly Schemas['SandwichEvent'][],
  event: Schemas['SandwichEvent'],
): Schemas['SandwichEvent'][] {
  const others = events.filter(({ id }) => id !== event.id);
  if (event.retracted || event.confidence === 'suspected') return others;
  const at = events.findIndex(({ id }) => id === event.id);
  if (at < 0) return [event, ...others].slice(0, MOST_KEPT);
  return events.map((other) => (other.id === event.id ? event : other));
}
