import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { toBase58 } from '@tickscope/chain';
import { sqlFile } from '@tickscope/store';
import { startApiUnderLoad } from '../mev/api-under-load.js';
import { bareRead, load, workOf } from '../mev/measure.js';
import { count, markdownTable, ms, percentile, writeReport } from '../support/report.js';
import { benchStore } from '../support/stack.js';

/**
 * `POST /wallet/:address/signatures` of a wallet with a million transactions among made rows, page by page over HTTP; and
 * what other tables would have cost for the same page.
 *
 *   npx tsx --conditions=tickscope:source bench/wallet-signatures/run.ts [--data-dir DIR] [--slots N] [--each N]
 *     [--requests N] [--report FILE] [--from-source]
 *
 * The wallet signs one of `--each` transactions in each of `--slots` slots. The data is made at the first run (two lock
 * rows a transaction), then reused for as long as it is young enough to be kept: three days.
 */
const { values: flags } = parseArgs({
  options: {
    'data-dir': { type: 'string', default: '.tickscope/bench-wallet-signatures' },
    slots: { type: 'string', default: '1000000' },
    each: { type: 'string', default: '10' },
    requests: { type: 'string', default: '100' },
    report: { type: 'string' },
    'from-source': { type: 'boolean', default: false },
  },
});
const SLOTS = Number(flags.slots);
const EACH = Number(flags.each);
const FIRST = 400_000_000;
const FROM_TIME = Math.floor(Date.now() / 1_000) - Math.ceil(SLOTS * 0.3);
const hexOf = (name: string): string => createHash('sha256').update(name).digest('hex');
const BUSY = hexOf('the busy wallet');
const INSERT_SLOTS = 100_000;

const sql = (name: string): string => sqlFile(import.meta.url, `./${name}.sql`);
mkdirSync(flags['data-dir'], { recursive: true });
const store = await benchStore(flags['data-dir']);
const { client } = store;
try {
  await makeData();
  await measureAll();
} finally {
  await store.close();
}
process.exit();

async function makeData(): Promise<void> {
  const [row] = await client.read.queryRows<[string]>('SELECT count() FROM slots', { timeoutMs: 60_000 });
  if (Number(row?.[0]) === SLOTS) return;
  for (let done = 0; done < SLOTS; done += INSERT_SLOTS) {
    const slots = Math.min(INSERT_SLOTS, SLOTS - done);
    const from_time = FROM_TIME + Math.floor(done * 0.3);
    const params = { first: FIRST + done, slots, each: EACH, wallet: BUSY, from_time };
    for (const name of ['make-locks', 'make-transactions', 'make-signatures', 'make-slots'])
      await client.command({ query: sql(name), query_params: params });
    process.stderr.write(`made ${count(done + slots)} slots\n`);
  }
}

interface Case {
  name: string;
  wallet: string;
  /** All different: a page that was asked for is kept. */
  bodies: object[];
}

async function cases(): Promise<Case[]> {
  const requests = Number(flags.requests);
  const signatures = await client.read.queryRows<[string]>(
    `SELECT base58Encode(signature) FROM transactions WHERE block_index = 0 AND slot % ${Math.floor(SLOTS / requests / 2)} = 7 ORDER BY slot LIMIT ${requests}`,
    { timeoutMs: 60_000 },
  );
  const busy = toBase58(Buffer.from(BUSY, 'hex'));
  const [light] = await client.read.queryRows<[string]>(
    `SELECT base58Encode(account) FROM account_locks WHERE is_signer AND slot = ${FIRST + 5} AND block_index = 1`,
    { timeoutMs: 60_000 },
  );
  const [newest] = await client.read.queryRows<[number]>(
    'SELECT toUnixTimestamp(max(block_time)) FROM slots',
    {
      timeoutMs: 60_000,
    },
  );
  const pages = (limit: number): object[] => signatures.map(([before]) => ({ limit, before }));
  const windows = (limit: number, count: number): object[] =>
    Array.from({ length: count }, (_, at) => ({ limit, end_time: Number(newest?.[0]) - at }));
  return [
    { name: 'busy wallet, a page of 100 at any depth', wallet: busy, bodies: pages(100) },
    { name: 'busy wallet, a page of 1,000 at any depth', wallet: busy, bodies: pages(1_000) },
    {
      name: 'busy wallet, first page of 100 of a window, counted again',
      wallet: busy,
      bodies: windows(100, Math.ceil(requests / 4)),
    },
    {
      name: 'a wallet of some 45 transactions, first page',
      wallet: light![0],
      bodies: windows(100, requests),
    },
  ];
}

async function measureAll(): Promise<void> {
  const api = await startApiUnderLoad(store, { fromSource: flags['from-source'], nodeOptions: [] });
  const rows = [['question', 'clients', 'asked', 'p50', 'p95', 'p99', 'rows read', 'MB read', 'server CPU']];
  try {
    for (const { name, wallet, bodies } of await cases()) {
      const ask = async (body: object): Promise<void> => {
        const { data } = (await api.post(`../wallet/${wallet}/signatures`, body)) as {
          data: { signatures: unknown[] };
        };
        if (data.signatures.length === 0) throw new Error(`${name}: no row`);
      };
      const [first, ...rest] = bodies;
      const work = await workOf(client, () => ask(first!));
      for (const clients of [1, 4]) {
        const half = rest.filter((_, at) => (at % 2 === 0) === (clients === 1));
        const times = await load(half, clients, ask);
        rows.push([
          name,
          String(clients),
          String(half.length),
          ...[0.5, 0.95, 0.99].map((share) => ms(percentile(times, share))),
          ...(clients === 1
            ? [count(work.rows), (work.bytes / 1e6).toFixed(1), ms(work.cpuMs)]
            : ['', '', '']),
        ]);
        process.stderr.write(`${rows.at(-1)!.join('  ')}\n`);
      }
    }
  } finally {
    await api.close();
  }
  const command = `npx tsx --conditions=tickscope:source bench/wallet-signatures/run.ts --slots ${flags.slots} --each ${flags.each}`;
  const sections = [
    `A wallet with ${count(SLOTS)} transactions among ${count(SLOTS * EACH)}, of ${count(SLOTS * EACH * 2)} account locks.`,
    markdownTable(rows),
    'A page of 100 in the middle, by the table that could answer it (bare ClickHouse reads, output thrown away):',
    markdownTable(await otherTables()),
    `Load average at the end: ${loadavg()[0]!.toFixed(1)}.`,
  ];
  writeReport('Wallet signatures', command, sections, flags.report);
}

/** The same page from what else could give it. */
async function otherTables(): Promise<string[][]> {
  const middle = FIRST + Math.floor(SLOTS / 2);
  const wallet = `toFixedString(unhex('${BUSY}'), 32)`;
  const page = 'ORDER BY slot DESC, block_index DESC LIMIT 100';
  const reads: [string, string][] = [
    [
      '`account_locks`, one partition of slots (as the API reads)',
      `SELECT slot, block_index FROM account_locks PREWHERE account = ${wallet} AND slot BETWEEN ${middle - 32_767} AND ${middle} WHERE is_signer ${page}`,
    ],
    [
      '`account_locks`, the whole window at once',
      `SELECT slot, block_index FROM account_locks PREWHERE account = ${wallet} AND slot BETWEEN ${FIRST} AND ${middle} WHERE is_signer ${page}`,
    ],
    [
      '`transactions` by signer, one partition of slots',
      `SELECT slot, block_index FROM transactions WHERE (signer = ${wallet} OR has(other_signers, ${wallet})) AND slot BETWEEN ${middle - 32_767} AND ${middle} ${page}`,
    ],
    [
      '`transactions` by signer, the whole window at once',
      `SELECT slot, block_index FROM transactions WHERE (signer = ${wallet} OR has(other_signers, ${wallet})) AND slot BETWEEN ${FIRST} AND ${middle} ${page}`,
    ],
  ];
  const [light] = await client.read.queryRows<[string]>(
    `SELECT hex(account) FROM account_locks WHERE is_signer AND slot = ${FIRST + 5} AND block_index = 1`,
    { timeoutMs: 60_000 },
  );
  const all = reads.flatMap(([name, query]): [string, string][] => [
    [`${name}: busy`, query],
    [`${name}: light`, query.replaceAll(BUSY, light![0])],
  ]);
  const table = [['read: wallet', 'p50', 'rows read', 'MB read']];
  for (const [name, query] of all) {
    const times = await load(Array(9).fill(query) as string[], 1, (each) => bareRead(client, each));
    const work = await workOf(client, () => bareRead(client, query));
    table.push([name, ms(percentile(times, 0.5)), count(work.rows), (work.bytes / 1e6).toFixed(1)]);
    process.stderr.write(`${table.at(-1)!.join('  ')}\n`);
  }
  return table;
}
