import { Counter, Gauge } from 'prom-client';
import type { Metrics } from '../metrics.js';

/** Why a stream ended. */
export type StreamEnd =
  /** The caller closed it, or the connection broke. */
  | 'left'
  /** The caller did not read. */
  | 'slow'
  /** It reached its maximum duration. The client is to reconnect with its credentials. */
  | 'renew'
  /** The service stops, or the feed has another order than before. */
  | 'closed';

export interface StreamMetrics {
  listeners: Gauge;
  events: Counter;
  ends: Counter<'reason'>;
}

export function streamMetrics({ registry }: Metrics): StreamMetrics {
  const registers = [registry];
  return {
    listeners: new Gauge({
      name: 'tickscope_stream_listeners',
      help: 'Connections that listen to the live feed.',
      registers,
    }),
    events: new Counter({
      name: 'tickscope_stream_events_total',
      help: 'Revisions of sandwiches read for the live feed, each once however many listen.',
      registers,
    }),
    ends: new Counter({
      name: 'tickscope_stream_ends_total',
      help: 'Streams of the live feed that ended, by reason.',
      labelNames: ['reason'],
      registers,
    }),
  };
}
