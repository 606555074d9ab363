import { pubkeyFromBase58 } from '@tickscope/chain';
import { DEX_PROGRAMS } from '@tickscope/dex';
import { expect, it } from 'vitest';
import { CURATED_LABELS } from './curated-labels.js';
import { LABEL_KINDS } from './label.js';

it('every row is an address, once, with a source', () => {
  const addresses = CURATED_LABELS.map(({ address }) => address);
  expect(new Set(addresses).size).toBe(addresses.length);
  for (const { address, kind, label, source } of CURATED_LABELS) {
    expect(pubkeyFromBase58(address).length).toBe(32);
    expect(LABEL_KINDS).toContain(kind);
    expect([label.trim(), source.trim()]).not.toContain('');
  }
});

it('knows every DEX of the registry, and 239 tip accounts, eight of them Jito’s', () => {
  const byAddress = new Map(CURATED_LABELS.map((label) => [label.address, label]));
  for (const { id, name } of DEX_PROGRAMS)
    expect(byAddress.get(id)).toMatchObject({ kind: 'program', label: name });
  const tips = CURATED_LABELS.filter(({ kind }) => kind === 'tip_account');
  expect(tips.length).toBe(239);
  expect(tips.filter(({ label }) => /^Jito tip account [1-8]$/.test(label)).length).toBe(8);
});
