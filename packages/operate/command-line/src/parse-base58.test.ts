import { describe, expect, it } from 'vitest';
import { parseAddress, parseSignature } from './parse-base58.js';

const ADDRESS = '59EJS4eCo4xv2zLCAR5sUfVWnbSfy6zcaURtvYcCbyqC';
const SIGNATURE = '4QZ5DdTt92jPGZvwVuc5cx5EvvDmpKo9LW9L1ekSR9JR9TVtvPtaaZ7oSKhxZEeCMHoWYPRpPmJmDFbNUHLS3ED8';

describe('a signature or an address on the command line', () => {
  it('is taken as it is, and from an explorer’s URL', () => {
    expect(parseAddress(ADDRESS)).toBe(ADDRESS);
    expect(parseAddress(`https://solscan.io/account/${ADDRESS}`)).toBe(ADDRESS);
    expect(parseSignature(SIGNATURE)).toBe(SIGNATURE);
    expect(parseSignature(`https://explorer.solana.com/tx/${SIGNATURE}?cluster=mainnet-beta`)).toBe(
      SIGNATURE,
    );
  });

  it.each([
    ['', /^expected a signature \(base58 of 64 bytes\)$/],
    ['0'.repeat(88), /^expected a signature/],
    [ADDRESS, /this is an address: "tickscope scan 59EJS4.*byqC"/],
    [`https://solscan.io/account/${ADDRESS}`, /this is an address: "tickscope scan 59EJS4.*byqC"/],
    ['370537741', /this is a slot: "tickscope sandwiches --from 370537741 --to 370537741"/],
    [`https://solscan.io/tx/${SIGNATURE}?cluster=devnet`, /of the cluster "devnet", and only mainnet/],
    ['https://solscan.io/leaderboard', /Solscan, Solana Explorer, Solana\.fm and Orb$/],
    [`0x${'ab'.repeat(20)}`, /an address of Ethereum/],
    [`0x${'ab'.repeat(32)}`, /a transaction of Ethereum/],
    [SIGNATURE.slice(0, 70), /this has 70 characters, so part of it may be missing/],
  ])('%.50s is no signature, and the error says what it is', (text, sentence) => {
    expect(() => parseSignature(text)).toThrow(sentence);
  });

  it('a signature is no address', () => {
    expect(() => parseAddress(SIGNATURE)).toThrow(/expected an address .*"tickscope check 4QZ5/);
  });
});
