import { describe, expect, it } from 'vitest';
import { dexOfProgram, isCuratedSymbol, mintSymbol, poolLabel, shortAddress } from './labels.js';

const SOL = 'So11111111111111111111111111111111111111112';
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const UNKNOWN = '9BB6NFEcjBCtnNLFko2FqVQBq8HHM13kCyYcdQbgpump';

describe('a pool’s label', () => {
  it('names the pair in the usual order, in both trade directions', () => {
    expect(poolLabel([SOL, USDC], 'Orca')).toBe('SOL/USDC (Orca)');
    expect(poolLabel([USDC, SOL], 'Orca')).toBe('SOL/USDC (Orca)');
    expect(poolLabel([SOL, UNKNOWN], 'Pump.fun')).toBe('9BB6…pump/SOL (Pump.fun)');
  });

  it('shows tokens by symbol, ordered by their kind', () => {
    const named = (mint: string): string => (mint === UNKNOWN ? 'USDC' : mintSymbol(mint));
    expect(poolLabel([SOL, UNKNOWN], 'Pump.fun', named)).toBe('USDC/SOL (Pump.fun)');
  });

  it('shows known parts when mints are unknown', () => {
    expect(poolLabel([], 'Phoenix')).toBe('Phoenix');
    expect(poolLabel([UNKNOWN], 'Phoenix')).toBe('9BB6…pump (Phoenix)');
  });
});

it('a mint without a symbol is shown by the ends of its address', () => {
  expect([mintSymbol(SOL), mintSymbol(UNKNOWN)]).toEqual(['SOL', '9BB6…pump']);
  expect(shortAddress('11111111')).toBe('11111111');
});

it.each(['USDC', 'usdc', ' U S D C ', 'ＵＳＤＣ', 'USDC.', 'Ｓol', 'bónk'])(
  '%j is what a well-known token is called',
  (symbol) => {
    expect(isCuratedSymbol(symbol)).toBe(true);
  },
);

it.each(['USDX', 'SOLANA', 'WIF', ''])('%j is not', (symbol) => {
  expect(isCuratedSymbol(symbol)).toBe(false);
});

it('a known program has its DEX, others have none', () => {
  expect(dexOfProgram('675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8')).toEqual({
    name: 'Raydium AMM v4',
    kind: 'constant_product',
  });
  expect(dexOfProgram(SOL)).toBeNull();
});
