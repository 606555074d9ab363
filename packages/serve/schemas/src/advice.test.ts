import { describe, expect, test } from 'vitest';
import { compileValidators } from './validators.js';

const SIGNATURE = '4QZ5DdTt92jPGZvwVuc5cx5EvvDmpKo9LW9L1ekSR9JR9TVtvPtaaZ7oSKhxZEeCMHoWYPRpPmJmDFbNUHLS3ED8';
const ADDRESS = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM';
const EVM = '0x52908400098527886E0F7030069857D2E4169EE7';

const validators = compileValidators();
const wallet = (text: unknown) => validators.body('checkWallet')({ wallet_address: text });
const signature = (text: unknown) => validators.pathParameters('getTransaction')({ signature: text });
const slot = (text: unknown) => validators.pathParameters('getSlot')({ slot: text });

describe('an error says what was sent instead, and where it belongs', () => {
  test.each<[string, string[], RegExp]>([
    ['a signature as a wallet', wallet(SIGNATURE), /; this is a transaction's signature: GET \/transaction/],
    [
      'an explorer’s URL of a wallet',
      wallet(`https://solscan.io/account/${ADDRESS}`),
      /; send \w{44} alone$/,
    ],
    ['a wallet with a blank', wallet(` ${ADDRESS}`), new RegExp(`; send ${ADDRESS} alone$`)],
    ['an EVM address', wallet(EVM), /; this is an address of Ethereum/],
    ['a slot as a wallet', wallet('370537741'), /; this is a slot: GET \/slots/],
    [
      'an explorer’s URL of a transaction',
      signature(`https://solscan.io/tx/${SIGNATURE}`),
      /; send \w{88} alone$/,
    ],
    ['another cluster', signature(`https://solscan.io/tx/${SIGNATURE}?cluster=devnet`), /cluster "devnet"/],
    ['another page', signature('https://example.com/tx/1'), /this URL names nothing that is known here/],
    ['a wallet as a signature', signature(ADDRESS), /; this is an address: POST \/mev\/check-wallet/],
    ['a cut signature', signature(SIGNATURE.slice(0, 60)), /; this has 60 characters/],
    ['a signature as a slot', slot(SIGNATURE), /; this is a transaction's signature/],
    ['a slot with commas', slot('370,537,741'), /; send 370537741 alone$/],
  ])('%s', (_, [message, ...others], expected) => {
    expect(message).toMatch(expected);
    expect(others).toEqual([]);
  });
});

test.each([5, null, {}, 'nonsense', '', '0x', 'a'.repeat(100_000)])('nothing is said of %.20j', (value) => {
  expect(wallet(value)).toEqual(['wallet_address: expected base58, 32-44 chars (32 bytes)']);
});
