import { InvalidArgumentError } from 'commander';
import { expect, test } from 'vitest';
import { parseAddress, parseSignature } from './parse-base58.js';

const VOTE_PROGRAM = 'Vote111111111111111111111111111111111111111';
const SIGNATURE = '4QZ5DdTt92jPGZvwVuc5cx5EvvDmpKo9LW9L1ekSR9JR9TVtvPtaaZ7oSKhxZEeCMHoWYPRpPmJmDFbNUHLS3ED8';

test('an address and a signature are taken as they are', () => {
  expect(parseAddress(VOTE_PROGRAM)).toBe(VOTE_PROGRAM);
  expect(parseSignature(SIGNATURE)).toBe(SIGNATURE);
});

test.each(['', ' ', ` ${VOTE_PROGRAM}`, VOTE_PROGRAM.slice(1), `0${VOTE_PROGRAM.slice(1)}`, SIGNATURE])(
  '"%s" is refused as an address',
  (text) => {
    expect(() => parseAddress(text)).toThrow(InvalidArgumentError);
  },
);

test.each(['', ' ', `${SIGNATURE} `, SIGNATURE.slice(2), `0${SIGNATURE.slice(1)}`, VOTE_PROGRAM])(
  '"%s" is refused as a signature',
  (text) => {
    expect(() => parseSignature(text)).toThrow(InvalidArgumentError);
  },
);

test('the error says what was expected', () => {
  expect(() => parseAddress('x')).toThrow('expected an address: base58, 32-44 chars (32 bytes)');
  expect(() => parseSignature('x')).toThrow('expected a signature: base58, 64-88 chars (64 bytes)');
});
