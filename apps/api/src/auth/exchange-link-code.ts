import { type Accounts, takeLinkCode } from '@tickscope/accounts';
import type { RequestHandler } from 'express';
import { ApiError, invalidRequest } from '../errors.js';
import type { AddressWindows } from '../limits/address-windows.js';
import { limitHeaders } from '../limits/limit-headers.js';
import { jsonBody } from '../middleware/json-body.js';
import { addressOf } from '../request-context.js';
import { addressExceeded } from './refusals.js';
import { withAccounts } from './with-accounts.js';

const BODY_LIMIT_BYTES = 1_024;

/**
 * Gives the explorer the key of a link's code. It needs no other credentials: the code is one, for a minute, once. Wrong
 * codes count as failed requests of their address, as wrong keys do.
 */
export function exchangeLinkCode(options: {
  accounts: Accounts;
  addresses: AddressWindows;
  /** milliseconds */
  now: () => number;
}): RequestHandler[] {
  const { accounts, addresses, now } = options;
  return [
    jsonBody(BODY_LIMIT_BYTES, true),
    async (req, res) => {
      const { code } = (req.body ?? {}) as { code?: unknown };
      if (typeof code !== 'string') throw invalidRequest('code: expected a text');
      const address = addressOf(req);
      if (!addresses.take(address)) throw addressExceeded(addresses.state(address), addresses.seconds, now());
      const key = await withAccounts(() => takeLinkCode(accounts, code));
      if (key !== null) addresses.giveBack(address);
      res.set(limitHeaders(addresses.state(address)));
      if (key === null)
        throw new ApiError('link_code_not_found', {
          details: 'A code works once, within a minute. "tickscope link" prints a new one.',
        });
      res.json({ success: true, data: { key } });
    },
  ];
}
