import { DEX_PROGRAMS } from '@tickscope/dex';
import { expect, test } from 'vitest';
import { DEX_NAMES, dexNameOf } from './dex-names.js';

test('the list of DEXes has every one that is decoded, and no other', () => {
  expect(new Set(DEX_NAMES)).toEqual(new Set(DEX_PROGRAMS.map(({ name }) => name)));
  expect(new Set(DEX_NAMES).size).toBe(DEX_NAMES.length);
});

test('a DEX is found in any case, and what is none is none', () => {
  expect(dexNameOf('raydium cpmm')).toBe('Raydium CPMM');
  expect([dexNameOf('pump'), dexNameOf(''), dexNameOf(undefined)]).toEqual([undefined, undefined, undefined]);
});
