import type { Logger } from '@tickscope/log';
import type { RequestHandler } from 'express';

const HEADERS = ['x-forwarded-for', 'x-forwarded-proto', 'forwarded'] as const;
/** Anyone can send such a header, so the number of warnings is limited. */
const MOST_WARNINGS = 10;

/**
 * Warns about forwarding headers that are ignored because `TRUST_PROXY` does not name their sender; once for
 * each of the first addresses. Behind a proxy that is not named, all callers have the proxy's address, so the
 * failures of one use up the budget of all.
 */
export function warnOfForwarded(
  isTrusted: (address: string, hop: number) => boolean,
  log: Logger,
): RequestHandler {
  const warned = new Set<string>();
  return (req, _res, next) => {
    const header = HEADERS.find((name) => req.headers[name] !== undefined);
    const address = req.socket.remoteAddress;
    if (header !== undefined && address !== undefined && !warned.has(address) && !isTrusted(address, 0))
      if (warned.size < MOST_WARNINGS) {
        warned.add(address);
        log.warn(
          { address, header },
          'A forwarding header is ignored: TRUST_PROXY does not name its sender. If that is your proxy, add it: until then all who come through it count as one address, in limits and in this log.',
        );
      }
    next();
  };
}
