import { expect, test } from 'vitest';
import { findTarget } from './find-target.js';

const ADDRESS = 'So11111111111111111111111111111111111111112';
const SIGNATURE = '4cKnUamMSWeA9uWHtap64rt6Af5CPczvDZnzNjCDSmMnje9mMwaakCjarouLD96xAP6QSprBA3K3RJBb5bSXdmRH';

test.each([
  [SIGNATURE, 'signature', SIGNATURE],
  [` ${SIGNATURE}\n`, 'signature', SIGNATURE],
  [`https://solscan.io/tx/${SIGNATURE}`, 'signature', SIGNATURE],
  [`explorer.solana.com/address/${ADDRESS}`, 'address', ADDRESS],
  [ADDRESS, 'address', ADDRESS],
  ['432,000,056', 'slot', '432000056'],
  ['432000056.51.2.-1.0', 'sandwich', '432000056.51.2.-1.0'],
])('%s leads to a %s', (text, kind, value) => {
  expect(findTarget(text)).toEqual({ kind, value });
});

test.each([
  ['', /Paste/],
  ['0x52908400098527886E0F7030069857D2E4169EE7', /EVM/],
  [SIGNATURE.slice(0, 60), /cut off/],
  ['javascript:alert(1)', /no signature/],
  [`https://explorer.solana.com/tx/${SIGNATURE}?cluster=devnet`, /devnet/],
  ['https://example.com/tx', /names no transaction/],
])('"%s" leads nowhere, and the reason is given', (text, reason) => {
  expect(findTarget(text)).toEqual({ kind: 'unknown', reason: expect.stringMatching(reason) });
});
