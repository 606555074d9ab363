import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateUpdates, type SandwichLabel, type TransactionTruth } from '@tickscope/simulator';
import bs58 from 'bs58';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Finished, newDataDir, tickscope, type UpStack, up } from '../support/cli.js';

const FIRST_SLOT = 710_000;
const SLOTS = 60;
const WINDOW = 10;
const NEAR = 5;

interface PlacedTransaction extends TransactionTruth {
  slot: number;
}

/** A chain as a recording, with what the generator knows of it. */
function recordedChain(): { recording: Buffer; labels: SandwichLabel[]; transactions: PlacedTransaction[] } {
  const parts: Buffer[] = [];
  const labels: SandwichLabel[] = [];
  const transactions: PlacedTransaction[] = [];
  const options = {
    seed: 'check',
    firstSlot: FIRST_SLOT,
    voteShare: 0.2,
    transactionsPerSlot: 40,
    dexShare: 0.7,
    sandwichesPerSlot: 1,
    logMessages: false,
  };
  for (const { update, labels: own, truth, slot } of generateUpdates(options, SLOTS)) {
    labels.push(...own);
    const known = truth();
    if (update === null || known.status === 'skipped') continue;
    for (const transaction of known.transactions) transactions.push({ ...transaction, slot });
    const length = Buffer.alloc(4);
    length.writeUInt32BE(update.length);
    parts.push(length, Buffer.from(update));
  }
  return { recording: Buffer.concat(parts), labels, transactions };
}

/** `4QZ5…3ED8` as tables have it. */
function short(address: string): string {
  return `${address.slice(0, 4)}…${address.slice(-4)}`;
}

describe('tickscope check and tickscope scan', () => {
  const folder = newDataDir();
  const { recording, labels, transactions } = recordedChain();
  const bySignature = new Map(transactions.map((each) => [each.signatures[0]!, each]));
  const counted = labels.filter((label) => label.counted);
  const labelOf = (kind: string): SandwichLabel => {
    const found = counted.find((label) => label.kind === kind);
    if (found === undefined) throw new Error(`the chain has no ${kind} that counts`);
    return found;
  };
  let stack: UpStack;

  beforeAll(async () => {
    // Without limits: a minute has fewer questions than this file.
    stack = await up(['--data-dir', folder.dataDir, '--source', 'none'], { AUTH: 'off' });
    const file = join(folder.dataDir, 'chain.bin');
    writeFileSync(file, recording);
    const imported = await tickscope(['import', '--data-dir', folder.dataDir, file]);
    expect(imported.code, imported.stderr).toBe(0);
  }, 300_000);
  afterAll(async () => {
    await stack?.stop();
    folder.remove();
  }, 60_000);

  const anonymous = { TICKSCOPE_API_URL: '', TICKSCOPE_API_KEY: '' };
  const run = (...args: string[]): Promise<Finished> =>
    tickscope([...args, '--data-dir', folder.dataDir], anonymous);

  /** Ticks from one transaction to another, as the generator has it. */
  const ticksTo = (from: string, to: string): number =>
    bySignature.get(to)!.poh_tick - bySignature.get(from)!.poh_tick;

  it.each(['same_slot', 'wide', 'split_fronts', 'two_victims', 'linked_one_transfer', 'route_victim'])(
    'check shows who sandwiched a trade, and by how many ticks (%s)',
    async (kind) => {
      const { victims, fronts, backs, pool } = labelOf(kind);
      const victim = victims[0]!.signature;
      const { code, stdout, stderr } = await run('check', victim);
      expect(code, stderr).toBe(0);
      expect(stdout).toContain(`Sandwiched within ±${WINDOW} slots`);
      const table = stdout.split('\n\n').find((part) => part.includes(`) ${pool}\n`));
      expect(table, stdout).toBeDefined();

      for (const [side, legs] of [
        ['front', fronts],
        ['back', backs],
      ] as const)
        for (const { signature } of legs) {
          const ticks = ticksTo(victim, signature);
          const size = Math.abs(ticks);
          const offset =
            ticks === 0
              ? 'in the same tick'
              : `${size} ${size === 1 ? 'tick' : 'ticks'} ${ticks < 0 ? 'before' : 'after'}`;
          const { slot, block_index: index, signers } = bySignature.get(signature)!;
          expect(stdout).toMatch(new RegExp(`^ +${side} +${signature} \\(${offset}, slot ${slot}\\)$`, 'm'));
          const cells = [
            ticks > 0 ? `\\+${ticks}` : ticks,
            slot,
            index,
            short(signers[0]!),
            short(signature),
          ];
          expect(stdout).toMatch(new RegExp(`^ *${cells.join(' +')} +write +${side}run`, 'm'));
          expect(stdout).toContain(signers[0]);
        }
      expect(stdout).toMatch(new RegExp(`${short(victim)} +write +victim <- this one$`, 'm'));
    },
  );

  // The label replays the trades between the legs by what they paid, the detector those that fixed what they got by
  // that: over a wide sandwich, with many of them, the two differ by about a hundredth.
  it.each([
    ['same_slot', 1e-6],
    ['wide', 0.02],
  ] as const)('check shows the loss (%s)', async (kind, tolerance) => {
    const { victims, gross, net } = labelOf(kind);
    const { stdout } = await run('check', victims[0]!.signature);
    const lamports = (name: string): string => {
      const [, whole, fraction = ''] = new RegExp(`${name} +([\\d,]+)(?:\\.(\\d+))? SOL`).exec(stdout) ?? [];
      return String(BigInt(`${whole?.replaceAll(',', '')}${fraction.padEnd(9, '0')}`));
    };
    expect([lamports('gross gain'), lamports('net gain')]).toEqual([gross, net]);
    // The detector solves the pool's reserves from its swaps, in whole units: it may be off by some of very many.
    const { loss, trader_in: paid, trader_out: received } = victims[0]!;
    const [, lost] = /this trade lost +([\d,]+) units of /.exec(stdout) ?? [];
    // A trade that named what it gets is told what it paid too much.
    const ratio =
      lost === undefined
        ? Number(lamports('paid too much')) / ((Number(loss) * Number(paid)) / Number(received))
        : Number(lost.replaceAll(',', '')) / Number(loss);
    expect(Math.abs(ratio - 1)).toBeLessThan(tolerance);
  });

  it('the neighbours are the nearest transactions that lock the pool', async () => {
    // The busiest pool, and the trade in the middle of it.
    const touching = new Map<string, PlacedTransaction[]>();
    for (const transaction of transactions)
      for (const account of new Set(transaction.swaps?.map(({ pool }) => pool))) touching.set(account, []);
    for (const transaction of transactions)
      for (const account of [...transaction.written, ...transaction.read])
        touching.get(account)?.push(transaction);
    const [pool, list] = [...touching].sort(([, left], [, right]) => right.length - left.length)[0]!;
    const at = Math.floor(list.length / 2);
    const original = list[at]!;
    const range = 50;
    const near = list
      .slice(Math.max(0, at - NEAR), at + NEAR + 1)
      .filter(({ slot }) => Math.abs(slot - original.slot) <= range);
    expect(near.length).toBe(2 * NEAR + 1);

    const signature = original.signatures[0]!;
    const { code, stdout, stderr } = await run(
      'check',
      signature,
      '--account',
      pool,
      '--slots',
      String(range),
    );
    expect(code, stderr).toBe(0);
    const text = stdout.split('\n\n').find((part) => /^ *ticks /.test(part)) ?? '';
    const table = text.split('\n').slice(1);
    expect(table.map((line) => line.trim().split(/ +/).slice(0, 6))).toEqual(
      near.map(({ slot, block_index: index, poh_tick: tick, signers, signatures, written }) => [
        `${tick > original.poh_tick ? '+' : ''}${tick - original.poh_tick}`,
        String(slot),
        String(index),
        short(signers[0]!),
        short(signatures[0]!),
        written.includes(pool) ? 'write' : 'read',
      ]),
    );
  });

  it('beyond ten slots a job returns the same verdict', async () => {
    const { victims } = labelOf('same_slot');
    const near = await run('check', victims[0]!.signature, '--json');
    const far = await run('check', victims[0]!.signature, '--json', '--window', '20');
    expect(far.code, far.stderr).toBe(0);
    const incidents = ({ stdout }: Finished): unknown => JSON.parse(stdout).check.results[0].incidents;
    expect(incidents(far)).toEqual(incidents(near));
    expect(incidents(near)).not.toHaveLength(0);
  });

  it('--json is the data of the API', async () => {
    const { victims, pool } = labelOf('wide');
    const signature = victims[0]!.signature;
    const { code, stdout } = await run('check', signature, '--json', '--account', pool, '--slots', '2');
    const post = async (path: string, body: object): Promise<{ data: unknown }> => {
      const response = await fetch(`${stack.api}/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return (await response.json()) as { data: unknown };
    };
    const verdict = await post('mev/check-sandwich-fast', { signature, slot_range: WINDOW });
    const context = await post('analyze-trade', { signature, account_id: pool, slot_range: 2, limit: 1_000 });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      check: verdict.data,
      neighbours: [{ account: pool, pages: [context] }],
    });
  });

  /** Trades in pools that no attacker entered. */
  const honest = (): PlacedTransaction[] => {
    const attacked = new Set(labels.map(({ pool }) => pool));
    return transactions.filter(
      ({ success, swaps = [] }) =>
        success && swaps.length > 0 && swaps.every(({ pool }) => !attacked.has(pool)),
    );
  };

  it('a trade in a pool without attackers is reported as not sandwiched', async () => {
    // All slots of its window are among those that were imported.
    const inside = honest().find(
      ({ slot }) => slot > FIRST_SLOT + WINDOW && slot < FIRST_SLOT + SLOTS - 2 * WINDOW,
    )!;
    const { code, stdout, stderr } = await run('check', inside.signatures[0]!);
    expect(code, stderr).toBe(0);
    expect(stdout).toContain(`Not sandwiched within ±${WINDOW} slots`);
    expect(stdout).not.toMatch(/attacker (front|back)|victim/);
  });

  it('one at the end of the stored blocks is reported as unknown', async () => {
    const { code, stdout, stderr } = await run('check', honest().at(-1)!.signatures[0]!);
    expect(code, stderr).toBe(0);
    expect(stdout).toContain(`not known whether it was sandwiched within ±${WINDOW} slots`);
    expect(stdout).toContain('Not stored, so nothing is known of an attacker there: slots ');
    expect(stdout).not.toMatch(/not sandwiched/i);
  });

  it('scan lists the sandwiched trades of a wallet, with the attackers', async () => {
    const sandwiched = counted.flatMap(({ victims, ...label }) =>
      victims
        .filter(({ slot }) => slot - label.first_slot <= WINDOW && label.last_slot - slot <= WINDOW)
        .map((victim) => ({ victim, label })),
    );
    const perTrader = new Map<string, typeof sandwiched>();
    for (const each of sandwiched)
      perTrader.set(each.victim.trader, [...(perTrader.get(each.victim.trader) ?? []), each]);
    const [wallet, own] = [...perTrader].sort(([, left], [, right]) => right.length - left.length)[0]!;
    expect(own.length).toBeGreaterThan(1);

    const { code, stdout, stderr } = await run('scan', wallet, '--window', String(WINDOW));
    expect(code, stderr).toBe(0);
    for (const { victim, label } of own) {
      const front = label.fronts.map(({ signature }) => ticksTo(victim.signature, signature)).at(-1)!;
      const back = ticksTo(victim.signature, label.backs[0]!.signature);
      const attackers = label.fronts
        .concat(label.backs)
        .map(({ signature }) => bySignature.get(signature)!.signers[0]!);
      const who = [...new Set(attackers)].map(short).join(', ');
      const offsets = `${front} +${back > 0 ? `\\+${back}` : back}`;
      expect(stdout).toMatch(
        new RegExp(`${victim.slot}  .* ${who} +${offsets} .*  ${victim.signature}$`, 'm'),
      );
    }
    expect(stdout).toMatch(/\d+ sandwiched within ±10 slots\./);
    expect(stdout).toContain('The oldest stored block is younger than that');
  });

  it('a pasted URL goes to the right command', async () => {
    const { signature } = labelOf('same_slot').victims[0]!;
    const wallet = bySignature.get(signature)!.signers[0]!;
    const [pasted, asked] = [
      await run(`https://solscan.io/tx/${signature}`),
      await run('check', `https://explorer.solana.com/tx/${signature}?cluster=mainnet-beta`),
    ];
    expect([pasted.code, pasted.stdout]).toEqual([0, asked.stdout]);
    expect(asked.stdout).toMatch(/^This trade was sandwiched by .* it lost \S+ SOL, \S+ % of what it would/);
    const scanned = await run(`https://solana.fm/address/${wallet}`);
    expect(scanned.stdout).toContain(`Wallet ${wallet}`);
    const wrong = await run('check', wallet);
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining(`"tickscope scan ${wallet}"`)]);
  });

  it('sandwiches lists those of the chain, newest first, as a table, JSON and CSV', async () => {
    const list = await run('sandwiches', '--limit', '10000', '--json');
    expect(list.code, list.stderr).toBe(0);
    const found = JSON.parse(list.stdout) as {
      id: string;
      pool: { pool_address: string };
      victims: { signature: string }[];
    }[];
    expect(found.length).toBeGreaterThan(20);
    const victims = new Set(found.flatMap((each) => each.victims.map(({ signature }) => signature)));
    expect(labelOf('same_slot').victims.every(({ signature }) => victims.has(signature))).toBe(true);
    const slots = found.map(({ id }) => Number.parseInt(id, 10));
    expect(slots).toEqual([...slots].sort((left, right) => right - left));

    expect(list.stderr).toMatch(/^Looked at slots \d+ to \d+(, all of them stored)?\.$/m);

    const csv = await run('sandwiches', '--limit', '10000', '--csv');
    const lines = csv.stdout.trimEnd().split('\n');
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(found.map(({ id }) => id));
    const pool = found[0]!.pool.pool_address;
    const ofPool = await run('sandwiches', '--pool', pool, '--limit', '100');
    const ids = found.filter((each) => each.pool.pool_address === pool).map(({ id }) => id);
    expect(ofPool.stdout).toMatch(/^Looked at slots \d+ to \d+/m);
    for (const id of ids.slice(0, 100)) expect(ofPool.stdout).toMatch(new RegExp(`  ${id}$`, 'm'));

    const one = await run('sandwich', found[0]!.id);
    expect(one.stdout).toContain(`Sandwich ${found[0]!.id}, `);
    for (const { signature } of found[0]!.victims) expect(one.stdout).toContain(signature);
    expect((await run('sandwich', '1.1.1.1.1')).code).toBe(3);
    expect((await run('sandwiches', '--from', '9', '--to', '8')).code).toBe(2);
    expect((await run('sandwiches', '--csv', '--json')).code).toBe(2);
  });

  it('an unknown transaction, a malformed one and an API that is not there are sentences', async () => {
    const { signature } = labelOf('same_slot').victims[0]!;
    const other = bs58.encode(Buffer.alloc(64, 7));
    const unknown = await run('check', other);
    expect([unknown.code, unknown.stdout]).toEqual([3, '']);
    expect(unknown.stderr).toMatch(new RegExp(`^tickscope: no transaction ${other} is in the stored data`));
    const nowhere = await tickscope(['check', signature, '--api-url', 'http://127.0.0.1:1'], anonymous);
    expect(nowhere.code).toBe(4);
    expect(nowhere.stderr).toMatch(/^tickscope: the API at .* cannot be reached/);
    const malformed = await run('check', 'nonsense');
    expect([malformed.code, malformed.stderr]).toEqual([
      2,
      "error: command-argument value 'nonsense' is invalid for argument 'signature'. expected a signature (base58 of 64 bytes)\n(see --help)\n",
    ]);
  });
});
