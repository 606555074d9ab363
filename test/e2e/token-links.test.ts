import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Block, toBase58 } from '@tickscope/chain';
import { readRunFile } from '@tickscope/embedded';
import { blockMessage, recordingOf } from '@tickscope/testkit/encode-recording';
import { makeVersionsOlder } from '@tickscope/testkit/store/older-versions';
import { connectTo, type TestConnection } from '@tickscope/testkit/store/test-connection';
import { address, type Trade, tradedBlock } from '@tickscope/testkit/traded-block';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newDataDir, tickscope, type UpStack, up } from '../support/cli.js';

const FIRST = 810_000;
/** Mint of the chain, not of this code: it occurs in the real blocks. */
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';

/**
 * Sandwiches over four slots in pools of 1,000,000 by 1,000,000 without a fee, paid in USDC: 100,000 buy 90,909; the
 * victim's 50,000 buy 39,525 (of 1,100,000 and 909,091) where 47,619 would have been; 90,909 sell for 108,904.
 */
function sandwich(pool: string, attacker: string, seller: string, between: Trade[] = [], accountB?: string) {
  const common = { does: 'swap', pool, mintA: USDC } as const;
  const front: Trade = { ...common, trader: attacker, from: 'A', paid: 100_000n, got: 90_909n };
  const victim: Trade = {
    ...common,
    trader: `victim of ${attacker}`,
    from: 'A',
    paid: 50_000n,
    got: 39_525n,
    // All that it would lose is lost.
    least: 39_525n,
  };
  const own = accountB === undefined ? {} : { accountB };
  const back: Trade = { ...common, ...own, trader: seller, from: 'B', paid: 90_909n, got: 108_904n };
  return { pool, attacker, seller, slots: [[front], [victim], between, [back]] };
}

const SANDWICHES = {
  'by one wallet': sandwich('first pool', 'mallory', 'mallory'),
  'by two wallets with a transfer in a slot without swaps': sandwich('second pool', 'morgana', 'mordred', [
    { does: 'transfer', from: 'morgana', to: 'mordred', amount: 90_909n },
  ]),
  'by two owners of an account handed over in a slot without swaps': sandwich(
    'third pool',
    'medea',
    'medusa',
    [{ does: 'hand_over', from: 'medea', to: 'medusa', account: 'medea.B', amount: 90_909n }],
    'medea.B',
  ),
};

/** All of them at once, and the slots after that make them final. */
const CHAIN: Block[] = Array.from({ length: 26 }, (_, at) =>
  tradedBlock(
    FIRST + at,
    Object.values(SANDWICHES).flatMap(({ slots }) => slots[at] ?? []),
  ),
);

interface Answer {
  data: {
    results: {
      sandwich_detected: boolean;
      incidents: { attacker_signer: string; attacker_signature: string; interaction_type: string }[];
    }[];
  };
}

describe('sandwiches over several slots, imported and queried over HTTP', () => {
  const folder = newDataDir();
  const file = join(folder.dataDir, 'chain.bin');
  let stack: UpStack;
  let client: TestConnection;

  beforeAll(async () => {
    stack = await up(['--data-dir', folder.dataDir, '--source', 'none'], { AUTH: 'off' });
    writeFileSync(file, recordingOf(CHAIN.map(blockMessage)));
    const { url, users } = (await readRunFile(folder.dataDir))!.clickhouse!;
    client = connectTo({ url, users });
  }, 240_000);
  afterAll(async () => {
    await client?.close();
    await stack?.stop();
    folder.remove();
  }, 60_000);

  async function importChain(): Promise<Record<string, unknown>> {
    const imported = await tickscope(['import', '--json', '--data-dir', folder.dataDir, file]);
    expect(imported.code, imported.stderr).toBe(0);
    return JSON.parse(imported.stdout) as Record<string, unknown>;
  }

  /** Asks for the transactions before and after the victim, by role. */
  async function check({ attacker, pool, slots }: ReturnType<typeof sandwich>) {
    const at = Object.values(SANDWICHES).findIndex((one) => one.pool === pool);
    expect(slots[1]).toMatchObject([{ trader: `victim of ${attacker}` }]);
    const signature = toBase58(CHAIN[1]!.transactions[at]!.signatures[0]!);
    const response = await fetch(`${stack.api}/mev/check-sandwich-fast`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ signature, slot_range: 5 }),
    });
    const answer = await response.json();
    expect(response.status, JSON.stringify(answer)).toBe(200);
    const [result] = (answer as Answer).data.results;
    return {
      detected: result!.sandwich_detected,
      legs: result!.incidents.map((leg) => [leg.interaction_type, leg.attacker_signer]).sort(),
    };
  }
  const legsOf = ({ attacker, seller }: ReturnType<typeof sandwich>): string[][] =>
    [
      ['sandwich_frontrun', address(attacker)],
      ['sandwich_backrun', address(seller)],
    ].sort();

  it('are found, paid in USDC, for every kind of link between the two sides', async () => {
    expect(await importChain()).toMatchObject({ alreadyStored: 0, error: null });
    for (const [name, made] of Object.entries(SANDWICHES))
      expect([name, await check(made)]).toEqual([name, { detected: true, legs: legsOf(made) }]);
  });

  it('are found once their blocks are imported again, where links were not known before', async () => {
    await makeVersionsOlder(client);
    for (const table of [
      'sandwiches',
      'sandwich_legs',
      'sandwich_legs_by_trader',
      'actor_trips',
      'detected_slots',
    ])
      await client.command({ query: `TRUNCATE TABLE ${table}` });
    expect(await importChain()).toMatchObject({ alreadyStored: 0, error: null });
    for (const [name, made] of Object.entries(SANDWICHES))
      expect([name, await check(made)]).toEqual([name, { detected: true, legs: legsOf(made) }]);
    expect(await importChain()).toMatchObject({ alreadyStored: CHAIN.length, error: null });
  });
});
