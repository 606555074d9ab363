import type { RequestHandler } from 'express';
import { addressOf } from '../request-context.js';
import type { AddressLimits } from './address-windows.js';
import { limitHeaders } from './limit-headers.js';

/** Sets the rate-limit headers of the address on every response. They stay until the caller is known. */
export function addressLimitHeaders(addresses: AddressLimits): RequestHandler {
  return (req, res, next) => {
    res.set(limitHeaders(addresses.state(addressOf(req))));
    next();
  };
}
