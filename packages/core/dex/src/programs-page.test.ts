import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DEX_PROGRAMS } from './programs/index.js';

const PAGE = readFileSync(new URL('../../../../docs/dex-programs.md', import.meta.url), 'utf8');

describe('the page of programs', () => {
  it('has a row for every program, with its id, kind and swap instructions', () => {
    for (const { id, name, kind, instructions } of DEX_PROGRAMS) {
      const row = PAGE.split('\n').find((line) => line.includes(`\`${id}\``)) ?? '';
      expect(row).toContain(`[${name}]`);
      expect(row).toContain(`| ${kind.replace('_', ' ')} |`);
      const trading = instructions.filter(({ does }) => ['swap', 'curve_trade', 'route'].includes(does));
      for (const layout of trading) expect(row).toContain(`\`${layout.name}\``);
      expect(row).toContain(`| ${instructions.length - trading.length} |`);
    }
  });

  it('says of every program whether the limits of its swaps are read', () => {
    for (const { id, instructions } of DEX_PROGRAMS) {
      const row = PAGE.split('\n').find((line) => line.includes(`\`${id}\``)) ?? '';
      const limits = instructions.flatMap((layout) => ('limit' in layout ? [layout.limit] : []));
      const known = limits.filter((limit) => limit !== null).length;
      const expected =
        known === limits.length ? ['yes'] : known > 0 ? ['partly'] : ['none', 'in lots', 'unknown'];
      expect(expected).toContain(row.split(' | ')[5]);
    }
  });
});
