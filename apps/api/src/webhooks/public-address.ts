import { lookup as dnsLookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The target is an address that messages must not go to. */
export class ForbiddenAddressError extends Error {
  override readonly name = 'ForbiddenAddressError';
  readonly code = 'forbidden_address';
}

/**
 * Whether an IP address belongs to the public internet: not loopback, private, link-local, multicast or reserved. An
 * IPv6 address that carries an IPv4 one is judged by that.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  if (parsed.kind() === 'ipv4') return true;
  // Only 2000::/3 is handed out. Old forms that carry an IPv4 address (::a.b.c.d) are outside.
  return (parsed as ipaddr.IPv6).match(ipaddr.IPv6.parse('2000::'), 3);
}

/** Looks a name up as a connection does, at the moment of connecting, and refuses it if any of its addresses is not allowed. */
export function guardedLookup(isAllowed: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    dnsLookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      const refused = error === null && !addresses.every(({ address }) => isAllowed(address));
      const failure = refused ? new ForbiddenAddressError(`${hostname} is not a public address`) : error;
      if (failure !== null) callback(failure, '', 0);
      else if (options.all === true) callback(null, addresses);
      else callback(null, addresses[0]!.address, addresses[0]!.family);
    });
  };
}

/** Reads a URL's host as an IP address, without the brackets of IPv6; null for a name. */
export function literalAddress(hostname: string): string | null {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(bare) === 0 ? null : bare;
}
