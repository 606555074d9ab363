import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { addressKey } from './limits/address-windows.js';
import type { Metrics } from './metrics.js';

/**
 * Closes the connections of an address beyond its share, before their first byte is read, so that one address cannot use
 * up those of all. Counts what is closed so, and what `maxConnections` closes.
 */
export function limitConnections(
  server: Server,
  options: {
    perAddress: number;
    /** Addresses that have no share: proxies, which bring the connections of many. */
    isExempt: (address: string) => boolean;
    metrics: Metrics;
  },
): void {
  const { perAddress, isExempt, metrics } = options;
  const open = new Map<string, number>();

  server.on('drop', () => metrics.refusedConnections.inc({ limit: 'total' }));
  // Before the listener that makes it a connection of HTTP or TLS.
  server.prependListener('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    // Undefined: it is gone already.
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
