import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Finished, newDataDir, tickscope } from '../support/cli.js';
import { DATA, hasData } from '../support/paths.js';

/** The files of real blocks and the facts that their README states. */
const FACTS: Record<string, Record<string, unknown>> = {
  '18144001.confirmedblock.pb': { transactions: 89, votes: 89, failed: 4, distinctAccounts: 169 },
  '43200000.confirmedblock.pb': { transactions: 208, votes: 192, failed: 3, distinctAccounts: 412 },
  '254170887.getblock.json': { transactions: 602, votes: 158, failed: 305, distinctAccounts: 3_334 },
  '355825332.jsonParsed.getblock.json': {
    slots: { full: 0, no_entries: 1, entries_only: 0 },
    transactions: 1_648,
    votes: 1_038,
    failed: 70,
    distinctAccounts: 5_337,
    undecodableErrors: 0,
    unknownSwaps: [],
    alreadyStored: 0,
  },
  // The same block in base64, after the one above.
  '355825332.base64.getblock.json': {
    transactions: 1_648,
    votes: 1_038,
    failed: 70,
    distinctAccounts: 5_337,
    alreadyStored: 1,
    replaced: 0,
  },
  // 27 whole slots of 64 ticks and 4,000,000 hashes; slot 398202772 is only a tail.
  '398202772-398202799.bin': {
    slots: { full: 0, no_entries: 0, entries_only: 27 },
    ticks: 27 * 64,
    hashes: 27 * 4_000_000,
    incomplete: [{ slot: 398_202_772, reason: expect.any(String) }],
  },
  'epoch-0-1.car': { slots: { full: 10, no_entries: 0, entries_only: 0 }, firstSlot: 0, lastSlot: 9 },
  'epoch-0-2.car': { slots: { full: 10, no_entries: 0, entries_only: 0 }, firstSlot: 10, lastSlot: 19 },
  'epoch-0-3.car': { slots: { full: 10, no_entries: 0, entries_only: 0 }, firstSlot: 20, lastSlot: 29 },
};

describe.skipIf(!hasData)(
  'tickscope import of every file of real blocks (skips without ../shared/data)',
  () => {
    const folder = newDataDir();
    const unpackedFiles = newDataDir();
    let imported: Finished;
    let reports: Record<string, unknown>[];

    beforeAll(async () => {
      const files = ['full-blocks', 'geyser-capture', 'old-faithful'].flatMap((name) =>
        readdirSync(join(DATA, name))
          .filter((file) => !file.endsWith('.gz'))
          .map((file) => join(DATA, name, file)),
      );
      for (const encoding of ['jsonParsed', 'base64']) files.push(unpacked(unpackedFiles.dataDir, encoding));
      imported = await tickscope(['import', '--json', '--data-dir', folder.dataDir, ...files]);
      reports = imported.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>);
    }, 180_000);

    afterAll(() => {
      folder.remove();
      unpackedFiles.remove();
    });

    it('succeeds: slots without entries or without transactions are not failures', () => {
      expect(imported.code, imported.stderr).toBe(0);
      expect(reports.every((report) => report['error'] === null)).toBe(true);
    });

    it.each(Object.entries(FACTS))('%s: matches its README', (file, facts) => {
      const report = reports.find(({ path }) => String(path).endsWith(file));
      expect(report).toMatchObject(facts);
    });

    it('the three CAR files together: 30 blocks, 2,002 entries, 115 transactions', () => {
      const cars = reports.filter(({ path }) => String(path).endsWith('.car'));
      const sum = (field: string): number => cars.reduce((total, report) => total + Number(report[field]), 0);
      expect([sum('entries'), sum('transactions')]).toEqual([2_002, 115]);
    });

    it('the real block holds suspected sandwiches at most', async () => {
      const range = ['--from', '254170887', '--to', '254170887'];
      const found = await tickscope(['detect', '--json', '--data-dir', folder.dataDir, ...range]);
      expect([found.code, found.stdout]).toEqual([0, '']);
    });

    it('a second import finds everything stored', async () => {
      const file = join(DATA, 'full-blocks', '254170887.getblock.json');
      const again = await tickscope(['import', '--json', '--data-dir', folder.dataDir, file]);
      expect(JSON.parse(again.stdout)).toMatchObject({ alreadyStored: 1, rows: 0, transactions: 602 });
    });

    it('a file that is not of blocks fails by name, the others are kept', async () => {
      const wrong = join(DATA, 'README.md');
      const good = join(DATA, 'full-blocks', '43200000.confirmedblock.pb');
      const result = await tickscope(['import', '--data-dir', folder.dataDir, wrong, good]);
      expect(result.code).toBe(1);
      expect(result.stdout).toContain('README.md');
      expect(result.stdout).toMatch(/43200000\.confirmedblock\.pb.*complete/);
    });
  },
);

/** The file of block 355825332 in an encoding, unpacked. */
function unpacked(folder: string, encoding: string): string {
  const name = `355825332.${encoding}.getblock.json`;
  const path = join(folder, name);
  writeFileSync(path, gunzipSync(readFileSync(join(DATA, 'full-blocks', `${name}.gz`))));
  return path;
}
