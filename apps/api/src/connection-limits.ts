import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { addressKey } from './limits/address-windows.js';
import type { Metrics } from './metrics.js';

/**
 * Limits the connections per address: closes those beyond the limit before their first byte is read, so that
 * one address cannot use up the connections of all. Counts the connections closed here and those that
 * `maxConnections` closes.
 */
export function limitConnections(
  server: Server,
  options: {
    perAddress: number;
    /** Addresses without a limit of their own: proxies, which carry the connections of many clients. */
    isExempt: (address: string) => boolean;
    metrics: Metrics;
  },
): void {
  const { perAddress, isExempt, metrics } = options;
  const open = new Map<string, number>();

  server.on('drop', () => metrics.refusedConnections.inc({ limit: 'total' }));
  // Runs before the listener that starts HTTP or TLS on the connection.
  server.prependListener('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    // Undefined: the connection is closed already.
    if (remoteAddress === undefined || isExempt(remoteAddress)) return;
    const key = addressKey(remoteAddress);
    const count = open.get(key) ?? 0;
    if (count >= perAddress) {
      metrics.refusedConnections.inc({ limit: 'address' });
      socket.destroy();
      return;
    }
    open.set(key, count + 1);
    socket.once('close', () => {
      const left = (open.get(key) ?? 1) - 1;
      if (left === 0) open.delete(key);
      else open.set(key, left);
    });
  });
}
