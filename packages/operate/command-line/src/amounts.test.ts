import { describe, expect, it } from 'vitest';
import { amountOf, formatTokenAmount, percentOf, shortTokenAmount } from './amounts.js';

const SOL = 'So11111111111111111111111111111111111111112';
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const OTHER = '59EJS4eCo4xv2zLCAR5sUfVWnbSfy6zcaURtvYcCbyqC';

describe('an amount of a token', () => {
  it.each([
    [SOL, 12_500_000n, '0.0125 SOL'],
    [SOL, -1n, '-0.000000001 SOL'],
    [SOL, 0n, '0 SOL'],
    [SOL, 18_446_744_073_709_551_615n, '18,446,744,073.709551615 SOL'],
    [USDC, 1_234_560_000n, '1,234.56 USDC'],
    [OTHER, 48_211n, '48,211 units of 59EJ…byqC'],
  ])('%s: %s is %s', (mint, amount, text) => {
    expect(formatTokenAmount(amount, mint)).toBe(text);
  });

  it('is in whole tokens where the caller knows the decimals', () => {
    expect(shortTokenAmount(48_211n, OTHER, 3)).toBe('48.211 59EJ…byqC');
    expect(shortTokenAmount(48_211n, OTHER, 0)).toBe('48,211 59EJ…byqC');
  });

  it('is shorter in a table, whose header has the unit', () => {
    expect(shortTokenAmount(48_211n, OTHER)).toBe('48,211 59EJ…byqC');
  });
});

describe('an amount of the API', () => {
  const amount = { amount: '-1234567890', mint: OTHER, symbol: 'TOK', decimals: 3, ui_amount: '-1234567.89' };

  it('is in whole tokens, exactly, where the decimals are known', () => {
    expect(amountOf(amount)).toBe('-1,234,567.89 TOK');
    expect(amountOf({ ...amount, ui_amount: '18446744073709551615.1' })).toBe(
      '18,446,744,073,709,551,615.1 TOK',
    );
  });

  it('is in its smallest unit otherwise, and its symbol cannot control the terminal', () => {
    const unknown = { ...amount, symbol: '\u001b[2JTOK', decimals: null, ui_amount: null };
    expect(amountOf(unknown)).toBe('-1,234,567,890 units of [2JTOK');
  });

  it('in basis points is a percentage', () => {
    expect([125, 0.5, 10_000, 33.33].map(percentOf)).toEqual(['1.25 %', '0.01 %', '100 %', '0.33 %']);
  });
});
