import { describe, expect, it } from 'vitest';
import { formatTokenAmount, isToldInUnits, shortTokenAmount } from './amounts.js';

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
    expect([SOL, USDC, OTHER].map(isToldInUnits)).toEqual([false, false, true]);
  });
});
