import { lookup as dnsLookup } from 'node:dns';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { guardedLookup, isPublicAddress, literalAddress } from './public-address.js';
import { problemOfTarget } from './target.js';

test.each(['8.8.8.8', '1.1.1.1', '2606:4700:4700::1111', '2001:4860:4860::8888'])(
  '%s is public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

// RFC 6890 and its updates: what is not on the public internet.
test.each([
  ['loopback', '127.0.0.1'],
  ['loopback, another', '127.8.9.10'],
  ['this host', '0.0.0.0'],
  ['private', '10.0.0.1'],
  ['private', '172.16.0.1'],
  ['private', '172.31.255.255'],
  ['private', '192.168.1.1'],
  ['link-local: metadata of clouds', '169.254.169.254'],
  ['carrier NAT', '100.64.0.1'],
  ['documentation', '192.0.2.1'],
  ['benchmarks', '198.18.0.1'],
  ['multicast', '224.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['reserved', '240.0.0.1'],
  ['loopback', '::1'],
  ['unspecified', '::'],
  ['link-local', 'fe80::1'],
  ['unique local', 'fd12:3456:789a::1'],
  ['multicast', 'ff02::1'],
  ['mapped loopback', '::ffff:127.0.0.1'],
  ['mapped private', '::ffff:10.0.0.1'],
  ['mapped metadata, in hex', '::ffff:a9fe:a9fe'],
  ['compatible loopback', '::127.0.0.1'],
  ['translated loopback', '64:ff9b::7f00:1'],
  ['6to4 of a private one', '2002:a00:1::1'],
  ['Teredo', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  ['documentation', '2001:db8::1'],
  ['no address', 'localhost'],
  ['empty', ''],
])('%s %s is not public', (_, address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test('a name is refused if one of its addresses is not allowed, at the moment of connecting', async () => {
  const addresses = await promisify(dnsLookup)('localhost', { all: true });
  const lookup = promisify(guardedLookup((address) => address !== addresses[0]!.address));
  await expect(lookup('localhost', { all: true })).rejects.toMatchObject({ code: 'forbidden_address' });
  const allowing = promisify(guardedLookup(() => true));
  expect(await allowing('localhost', { all: true })).toEqual(addresses);
});

test('the address in a URL', () => {
  expect(literalAddress(new URL('https://[::1]:8443/x').hostname)).toBe('::1');
  // Node writes all forms of an IPv4 address in the usual one.
  expect(literalAddress(new URL('https://0x7f.1/').hostname)).toBe('127.0.0.1');
  expect(literalAddress(new URL('https://2130706433/').hostname)).toBe('127.0.0.1');
  expect(literalAddress(new URL('https://example.com/').hostname)).toBeNull();
});

const TARGETS = { isAllowed: isPublicAddress, isAllowedPort: (port: number) => [443, 8_443].includes(port) };

test.each([
  ['not a URL', 'tickscope', 'expected an https URL of at most 2,000 characters'],
  [
    'too long',
    `https://example.com/${'x'.repeat(2_000)}`,
    'expected an https URL of at most 2,000 characters',
  ],
  ['plain HTTP', 'http://8.8.8.8/', 'expected an https URL'],
  ['a file', 'file:///etc/passwd', 'expected an https URL'],
  ['a password', 'https://me:secret@8.8.8.8/', 'expected no user name or password in the URL'],
  ['NUL', 'https://8.8.8.8/a\0b', 'expected no control characters in the URL'],
  ['a line feed', 'https://8.8.8.8/a\nb', 'expected no control characters in the URL'],
  ['port 0', 'https://8.8.8.8:0/', 'messages are not sent to this port; 443 always works'],
  ['the port of SSH', 'https://8.8.8.8:22/', 'messages are not sent to this port; 443 always works'],
  ['loopback', 'https://127.0.0.1/', 'expected a host on the public internet'],
  ['loopback as a number', 'https://2130706433/', 'expected a host on the public internet'],
  ['IPv6 loopback', 'https://[::1]/', 'expected a host on the public internet'],
  ['mapped', 'https://[::ffff:169.254.169.254]/', 'expected a host on the public internet'],
  ['localhost', 'https://localhost/', 'expected a host on the public internet'],
  ['a name that does not exist', 'https://nothing.invalid/', 'the name of its host cannot be looked up'],
])('%s is no target', async (_, url, problem) => {
  expect(await problemOfTarget(url, TARGETS)).toBe(problem);
});

test('a public address is a target', async () => {
  expect(await problemOfTarget('https://8.8.8.8:8443/hook?a=b', TARGETS)).toBeNull();
  expect(await problemOfTarget('https://8.8.8.8/hook', TARGETS)).toBeNull();
});
