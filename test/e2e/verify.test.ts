import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type EmbeddedClickHouse, startClickHouse } from '@tickscope/embedded';
import { generateUpdates } from '@tickscope/simulator';
import { connectTo, type TestConnection } from '@tickscope/testkit/store/test-connection';
import type { VerifyReport } from '@tickscope/verify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Finished, newDataDir, tickscope } from '../support/cli.js';
import { DATA, hasData } from '../support/paths.js';

const FIRST_SLOT = 900_000;
const SLOTS = 20;
const LAST_SLOT = FIRST_SLOT + SLOTS - 1;

/** A generated chain as a recording: messages, each after its length. */
function recordedChain(): { recording: Buffer; slots: number[] } {
  const parts: Buffer[] = [];
  const slots: number[] = [];
  const options = {
    seed: 'verify',
    firstSlot: FIRST_SLOT,
    transactionsPerSlot: 60,
    voteShare: 0.3,
    dexShare: 0.3,
  };
  for (const { slot, update } of generateUpdates(
    { ...options, skippedShare: 0.2, logMessages: false },
    SLOTS,
  )) {
    if (update === null) continue;
    slots.push(slot);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(update.length);
    parts.push(length, Buffer.from(update));
  }
  return { recording: Buffer.concat(parts), slots };
}

/** Those with entries, where they are. */
function realFiles(): string[] {
  const folders = hasData ? ['geyser-capture', 'old-faithful'] : [];
  return folders.flatMap((name) => readdirSync(join(DATA, name)).map((file) => join(DATA, name, file)));
}

describe('tickscope verify', () => {
  const folder = newDataDir();
  const { recording, slots } = recordedChain();
  /** Any but the first and the last. */
  const broken = slots[Math.floor(slots.length / 2)]!;
  let server: EmbeddedClickHouse;
  let client: TestConnection;
  let env: Record<string, string>;

  beforeAll(async () => {
    server = await startClickHouse({ dataDir: folder.dataDir });
    const { user, password } = server.users.owner;
    env = { CLICKHOUSE_URL: server.url, CLICKHOUSE_USER: user, CLICKHOUSE_PASSWORD: password };
    client = connectTo(server);
    const file = join(folder.dataDir, 'chain.bin');
    writeFileSync(file, recording);
    const { code, stderr } = await tickscope(['import', file, ...realFiles()], env);
    expect(code, stderr).toBe(0);
  }, 240_000);
  afterAll(async () => {
    await client?.close();
    await server?.stop();
    folder.remove();
  });

  const verify = (from: number, to: number, ...flags: string[]): Promise<Finished> =>
    tickscope(['verify', '--from', String(from), '--to', String(to), ...flags], env);
  const reportOf = ({ stdout }: Finished): VerifyReport => JSON.parse(stdout) as VerifyReport;
  const command = async (query: string): Promise<void> => {
    await client.command({ query });
  };
  /** Rows of entries of the broken slot, changed, for as long as `check` runs. */
  async function withEntries(
    where: string,
    changes: string | null,
    check: () => Promise<void>,
  ): Promise<void> {
    const remove = () =>
      command(
        `DELETE FROM entries WHERE slot = ${broken} AND ${where} SETTINGS lightweight_deletes_sync = 2`,
      );
    await command(
      `CREATE TABLE kept ENGINE = Memory AS SELECT * FROM entries FINAL WHERE slot = ${broken} AND ${where}`,
    );
    await remove();
    if (changes !== null) await command(`INSERT INTO entries SELECT * REPLACE(${changes}) FROM kept`);
    try {
      await check();
    } finally {
      await remove();
      await command('INSERT INTO entries SELECT * FROM kept');
      await command('DROP TABLE kept');
    }
  }
  async function expectBroken(rules: readonly string[]): Promise<void> {
    const finished = await verify(FIRST_SLOT, LAST_SLOT, '--poh', '--json');
    expect(finished.code, finished.stderr).toBe(1);
    const { problems, isProven } = reportOf(finished);
    expect(isProven).toBe(false);
    expect([...new Set(problems.map(({ slot }) => slot))]).toEqual([broken]);
    expect([...new Set(problems.map(({ rule }) => rule))].sort()).toEqual(rules);
  }

  it('proves every entry of a generated chain with transactions of several signatures, and exits with 0', async () => {
    const counted = await client.query({
      query: `SELECT count() AS entries, (SELECT max(length(other_signatures)) FROM transactions WHERE slot BETWEEN ${FIRST_SLOT} AND ${LAST_SLOT}) AS others FROM entries FINAL WHERE slot BETWEEN ${FIRST_SLOT} AND ${LAST_SLOT}`,
      format: 'JSONEachRow',
    });
    const [{ entries, others }] = (await counted.json()) as [{ entries: string; others: string }];
    expect(Number(others)).toBeGreaterThan(0);
    const finished = await verify(FIRST_SLOT, LAST_SLOT, '--poh', '--json');
    expect(finished.code, finished.stderr).toBe(0);
    expect(reportOf(finished)).toMatchObject({
      isProven: true,
      problems: [],
      slots: { stored: slots.length, skipped: SLOTS - slots.length, missing: 0 },
      ticks: SLOTS * 64,
      poh: { slotsProven: slots.length, entriesProven: Number(entries), ticksProven: SLOTS * 64 },
    });
  });

  it('without --json it is a table with a verdict', async () => {
    const { code, stdout } = await verify(FIRST_SLOT, LAST_SLOT, '--poh', '--threads', '1');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ +looked at +not provable/);
    expect(stdout).toContain(`Slots ${FIRST_SLOT} to ${LAST_SLOT}: nothing is wrong.`);
  });

  it('finds a single flipped byte and names its slot and entry, to people too', async () => {
    const flip = 'toFixedString(char(bitXor(ascii(hash), 1)) || substring(hash, 2), 32) AS hash';
    await withEntries('entry_index = 11', flip, async () => {
      await expectBroken(['poh']);
      const { code, stdout } = await verify(FIRST_SLOT, LAST_SLOT, '--poh');
      expect(code).toBe(1);
      expect(stdout).toMatch(new RegExp(`^${broken} +hash chain +entry 11 `, 'm'));
    });
  });

  it('finds two swapped entries', async () => {
    const swap = 'if(entry_index = 30, 31, 30) AS entry_index';
    await withEntries('entry_index IN (30, 31)', swap, async () => {
      const finished = await verify(FIRST_SLOT, LAST_SLOT, '--poh', '--json');
      expect(finished.code, finished.stderr).toBe(1);
      const { problems } = reportOf(finished);
      expect([...new Set(problems.map(({ slot }) => slot))]).toEqual([broken]);
      const found = problems.find(({ rule }) => rule === 'poh');
      expect(found?.detail).toMatch(/^entry 30 /);
    });
  });

  it('finds a missing tick, without --poh too', async () => {
    const result = await client.query({
      query: `SELECT max(entry_index) AS tick FROM entries FINAL WHERE slot = ${broken} AND is_tick AND entry_index < 40`,
      format: 'JSONEachRow',
    });
    const [{ tick }] = (await result.json()) as [{ tick: number }];
    await withEntries(`entry_index = ${tick}`, null, async () => {
      const finished = await verify(FIRST_SLOT, LAST_SLOT, '--json');
      expect(finished.code).toBe(1);
      const { problems } = reportOf(finished);
      expect([...new Set(problems.map(({ slot }) => slot))]).toEqual([broken]);
      expect(problems.map(({ rule }) => rule)).toContain('tick_count');
    });
  });

  it('a range without stored blocks is missing', async () => {
    const { code, stdout } = await verify(5_000_000, 5_000_009);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^5000000 to 5000009 +slots not stored +10 slots$/m);
  });

  it('flags that make no sense are refused in a sentence', async () => {
    const backwards = await verify(9, 5);
    expect([backwards.code, backwards.stderr]).toEqual([2, 'tickscope: --from lies after --to\n']);
    const threads = await verify(5, 9, '--threads', '0');
    expect(threads.code).toBe(2);
    expect(threads.stderr).toContain('expected an integer from 1 to 64');
  });

  describe.skipIf(!hasData)('on real blocks (skips without ../shared/data)', () => {
    it('proves all 2,002 entries of slots 0 to 29, from the genesis hash on', async () => {
      const finished = await verify(0, 29, '--poh', '--json');
      expect(finished.code, finished.stderr).toBe(0);
      expect(reportOf(finished)).toMatchObject({
        entries: 2_002,
        transactions: 115,
        poh: { slotsProven: 30, entriesProven: 2_002, ticksProven: 30 * 64, hashes: 30 * 64 * 12_500 },
      });
    });

    it('proves every tick of the stream without transactions, and lists what it could not prove', async () => {
      const finished = await verify(398_202_773, 398_202_799, '--poh', '--json');
      expect(finished.code, finished.stderr).toBe(0);
      const { entries, poh, slots: counted } = reportOf(finished);
      expect(counted).toMatchObject({ stored: 27, entriesOnly: 27, missing: 0 });
      expect(poh).toMatchObject({ ticksProven: 27 * 64, entriesProven: 27 * 64 });
      expect(poh?.entriesWithoutSignatures).toBe(entries - 27 * 64);
    });

    it('the tail of a slot, which was not stored, is missing and a gap', async () => {
      const finished = await verify(398_202_772, 398_202_799, '--json');
      expect(finished.code).toBe(1);
      expect(reportOf(finished).problems.map(({ rule, slot }) => [rule, slot])).toEqual([
        ['missing', 398_202_772],
        ['gap', 398_202_772],
      ]);
    });
  });
});
