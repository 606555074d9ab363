import type { RequestHandler } from 'express';
import { addressOf } from '../request-context.js';
import type { AddressWindows } from './address-windows.js';
import { limitHeaders } from './limit-headers.js';

/** Every response tells of a limit: of the address's, until it is known who asks. */
export function addressLimitHeaders(addresses: AddressWindows): RequestHandler {
  return (req, res, next) => {
    res.set(limitHeaders(addresses.state(addressOf(req))));
    next();
  };
}
