import { KNOWN_TIP_ACCOUNTS } from '@tickscope/chain';
import { describe, expect, it } from 'vitest';
import { ADDRESSES_ELSEWHERE } from './testing/addresses-elsewhere.js';
import { realAddresses } from './testing/real-addresses.js';
import { hasSharedData } from './testing/shared-data.js';
import { brokenAddresses, writtenAddresses } from './testing/written-addresses.js';

const written = writtenAddresses();
const inProduct = new Set(written.filter(({ isProduct }) => isProduct).map(({ text }) => text));

it('the addresses of the product are collected from its source', () => {
  // Mints, programs, sysvars, tip accounts, exchanges: one of each, so that an empty collection cannot pass.
  for (const address of [
    'So11111111111111111111111111111111111111112',
    '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8',
    'SysvarC1ock11111111111111111111111111111111',
    '96gYZGLnJYVFmbjzopPSU6QiEV5fGqZNyN9nmNhvrZU5',
    'H8z2yZcrKo7ngiMz3Vsuw823nYo11qdCqs3sJDDjeTdD',
  ])
    expect(inProduct).toContain(address);
});

it('no text that looks like an address decodes to another length than 32 bytes', () => {
  expect(brokenAddresses()).toEqual([]);
});

describe.skipIf(!hasSharedData)('every address in the source (skipped without ../shared/data)', () => {
  const occurs = hasSharedData ? realAddresses() : () => false;

  it('occurs in real data, or is listed with another source for it', () => {
    const tipAccounts = new Set(KNOWN_TIP_ACCOUNTS.map(({ account }) => account));
    const unknown = [...inProduct].filter(
      (text) => !occurs(text) && !(text in ADDRESSES_ELSEWHERE) && !tipAccounts.has(text),
    );
    expect(unknown.map((text) => [text, filesWith(text)])).toEqual([]);
  });

  it('is not listed with another source if the data holds it or it is no longer used', () => {
    const needless = Object.keys(ADDRESSES_ELSEWHERE).filter((text) => occurs(text) || !inProduct.has(text));
    expect(needless).toEqual([]);
  });

  it('is not a misspelling of one of these, in tests, benchmarks and documents either', () => {
    const right = [...inProduct];
    const beginnings = new Map(right.map((text) => [beginningOf(text), text]));
    const slips = written.filter(({ text }) => {
      const meant = beginnings.get(beginningOf(text));
      return meant !== undefined && meant !== text && !inProduct.has(text) && !/^1{20}/.test(text);
    });
    expect(slips).toEqual([]);
  });
});

/** Two addresses that share this much are one of them mistyped: to find one by chance or by grinding takes 58^20 tries. */
function beginningOf(text: string): string {
  return text.slice(0, 20);
}

function filesWith(text: string): string[] {
  return written.filter((one) => one.text === text).map(({ file }) => file);
}
