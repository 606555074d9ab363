import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { signatureToBase58 } from '@tickscope/chain';
import { type Simulator, startSimulator } from '@tickscope/simulator';
import { fillRecordBytes } from '@tickscope/testkit/manifest-fill-log';
import { address, TransactionBuilder, u64 } from '@tickscope/testkit/transaction-builder';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getTransactionJson } from '../testing/rpc-json.js';
import { type Ended, runProgram } from '../testing/run-program.js';

const PUBLIC = fileURLToPath(new URL('../../../../../shared/data/public/', import.meta.url));

const CPMM = 'CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C';
const MANIFEST = 'MNFSTqtC93rEfYHB6hF82sKdZpUDFWkViLByLd1k1Ms';
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const USDT = 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB';
const SLOT = 254_000_000;
const UNKNOWN_SIGNATURE = signatureToBase58(new Uint8Array(64).fill(7));

/** 1.1 USDC paid, 0.7 USDT got, at least 0.5 wanted: 40 % better than the limit. */
const SWAP_DATA = Buffer.concat([Buffer.from('8fbe5adac41e33de', 'hex'), u64(1_100_000n), u64(500_000n)]);
const SWAP_ACCOUNTS = [
  ...['alice', 'authority', 'config', 'pool', 'alice.a', 'alice.b', 'vault.a', 'vault.b'],
  ...['program a', 'program b', USDC, USDT, 'observation'],
];
const NEW_ACCOUNTS = ['alice', 'pool', 'alice.a', 'alice.b', 'vault.a', 'vault.b'];

function swapping(program: string, accounts: string[], data: Uint8Array): TransactionBuilder {
  return new TransactionBuilder('alice')
    .token('alice.a', USDC, 'alice', 5_000_000n)
    .token('alice.b', USDT, 'alice', 0n)
    .token('vault.a', USDC, 'pool', 10_000_000n)
    .token('vault.b', USDT, 'pool', 10_000_000n)
    .outer(program, accounts, data)
    .transfer('alice.a', 'vault.a', 1_100_000n)
    .transfer('vault.b', 'alice.b', 700_000n);
}

const SWAP = getTransactionJson(swapping(CPMM, SWAP_ACCOUNTS, SWAP_DATA).build(), SLOT);
const UNLISTED = getTransactionJson(
  swapping('new dex', NEW_ACCOUNTS, Buffer.concat([Buffer.of(0x2a), u64(1_100_000n)])).build(),
  SLOT + 1,
);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tickscope-cli-dex-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function fileOf(content: unknown, name = 'file.json'): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

function dex(args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  return runProgram(['dex', ...args], { RPC_URL: '', TICKSCOPE_DATA_DIR: folder, ...env });
}

describe('a file of one transaction', () => {
  test('is printed with its calls, its swap and limit, and whether it adds up', async () => {
    const { code, stdout, stderr } = await dex([await fileOf({ jsonrpc: '2.0', id: 1, result: SWAP })]);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`slot ${SLOT} · version 0 · succeeded · fee 0.0000051 SOL`);
    expect(stdout).toContain(`fee payer ${address('alice')}`);
    expect(stdout).toMatch(
      /^0 +Raydium CPMM +swap_base_input +8fbe5adac41e33de… 24 bytes +13 +decoded: swap$/m,
    );
    expect(stdout).toMatch(/^0\.0 +· Token +transfer .* 1\.1 USDC /m);
    expect(stdout).toMatch(
      new RegExp(
        `^0 +Raydium CPMM +1\\.1 USDC +0\\.7 USDT +${address('pool')} +fee payer +≥ 0\\.5 USDT, fill 40\\.00 % better$`,
        'm',
      ),
    );
    expect(stdout).toContain('Conservation: adds up');
  });

  test('whose order fills on an order book has the fill that its log records, with the book', async () => {
    const record = fillRecordBytes({
      ...{ market: address('book'), maker: address('maker'), taker: address('alice') },
      ...{ baseMint: USDT, quoteMint: USDC, baseAtoms: 700_000n, quoteAtoms: 1_100_000n, takerIsBuy: true },
    });
    const tx = new TransactionBuilder('alice')
      .token('alice.a', USDC, 'alice', 5_000_000n)
      .token('alice.b', USDT, 'alice', 0n)
      .outer(MANIFEST, ['alice', 'book', 'system'], '060000000000')
      .logs(record)
      .build();
    const { code, stdout } = await dex([await fileOf({ result: getTransactionJson(tx, SLOT) })]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^0 +Manifest +BatchUpdate .* decoded: fill$/m);
    const maker = address('maker');
    expect(stdout).toMatch(
      new RegExp(
        `^0 +Manifest +1\\.1 USDC +0\\.7 USDT +fee payer +${maker.slice(0, 4)}\\S* +${address('book')}$`,
        'm',
      ),
    );
  });

  test('is JSON with amounts as text', async () => {
    const { code, stdout } = await dex([await fileOf([SWAP]), '--json']);
    expect(code).toBe(0);
    const answer = JSON.parse(stdout) as Record<string, unknown>;
    expect(answer).toMatchObject({
      slot: SLOT,
      index: null,
      status: 'succeeded',
      trades: { swaps: [{ traderIn: '1100000', limit: { kind: 'least_out', amount: '500000' } }] },
      conservation: { vaults: [{ change: '1100000', remainder: '0' }, { change: '-700000' }] },
      decimals: { [USDC]: 6 },
    });
  });

  test('of a program without a layout names the places of its accounts', async () => {
    const { code, stdout } = await dex([await fileOf(UNLISTED)]);
    expect(code).toBe(0);
    expect(stdout).toContain('SWAP-LIKE, without a layout');
    expect(stdout).toContain(`Call 0: program ${address('new dex')}\nfirst byte 2a, `);
    expect(stdout).toContain(
      "A layout would name: pool 1, vaults 4 (gained) and 5 (lost), trader's accounts 2 (paid) and 3 (got)",
    );
    expect(stdout).toContain('The data has what the trader paid at offset 1.');
    expect(stdout).toMatch(new RegExp(`^4 +${address('vault.a')} +write +USDC +#1 .* \\+1\\.1 USDC$`, 'm'));
  });

  test('lists the accounts of a call that is asked for, and refuses one that it does not have', async () => {
    const path = await fileOf(SWAP);
    const { stdout } = await dex([path, '--call', '0']);
    expect(stdout).toContain(`Call 0: Raydium CPMM ${CPMM}`);
    expect(await dex([path, '--call', '3.1'])).toMatchObject({
      code: 3,
      stderr: 'tickscope: the transaction has no call 3.1\n',
    });
  });
});

describe('a file of several transactions', () => {
  test('is summed up, with a line for each and the calls that no layout describes', async () => {
    const { code, stdout } = await dex([await fileOf([SWAP, UNLISTED])]);
    expect(code).toBe(0);
    expect(stdout).toContain('1 decoded swap (Raydium CPMM 1), 1 inferred');
    expect(stdout).toContain('4 vaults compared with their balances, 0 do not add up');
    expect(stdout).toMatch(new RegExp(`^${SLOT} +0 +ok +1 swap Raydium CPMM .* adds up`, 'm'));
    expect(stdout).toMatch(new RegExp(`^${address('new dex')} +2a +1 +1$`, 'm'));
    const unknown = await dex([await fileOf([SWAP, UNLISTED]), '--unknown', '--json']);
    expect(JSON.parse(unknown.stdout)).toMatchObject({
      transactions: 2,
      matching: 1,
      listed: [{ slot: SLOT + 1, index: 1 }],
      unknownFrames: [{ programId: address('new dex'), firstByte: 0x2a, frames: 1, inferred: 1 }],
    });
  });

  test('gives the one of an index or a slot in detail, and says which there are', async () => {
    const path = await fileOf([SWAP, UNLISTED]);
    const second = await dex([path, '--index', '1']);
    expect(second.stdout).toContain(`slot ${SLOT + 1} · index 1`);
    expect((await dex([path, '--slot', String(SLOT)])).stdout).toContain('decoded: swap');
    const { code, stderr } = await dex([path, '--index', '2']);
    expect([code, stderr]).toEqual([
      3,
      'tickscope: no transaction has index 2; there are 2, and the first has index 0\n',
    ]);
  });

  test('may be listed by program', async () => {
    const { stdout } = await dex([await fileOf([SWAP, UNLISTED]), '--program', CPMM, '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ transactions: 2, matching: 1, listed: [{ slot: SLOT }] });
  });
});

test('what is not readable ends with a code that says why, and a sentence', async () => {
  const [hostile, neither] = await Promise.all([dex([await fileOf({}, 'hostile')]), dex(['no-such-file'])]);
  expect(hostile.stderr).toContain('hostile: JSON without a transaction that has its meta.');
  expect(neither.stderr).toContain('no-such-file is neither a file nor a signature.');
  for (const { code, stdout, stderr } of [hostile, neither]) {
    expect([code, stdout]).toEqual([stderr === hostile.stderr ? 1 : 2, '']);
    expect(stderr).toContain('Accepted: JSON of getTransaction or getBlock');
    expect(stderr).not.toContain('    at ');
  }
});

describe('a signature', () => {
  let simulator: Simulator;
  let signature: string;
  beforeAll(async () => {
    simulator = await startSimulator({
      startOn: 'first-subscriber',
      endStreams: true,
      rpc: {},
      pace: { slotMs: 0, historySlots: 20 },
      generate: {
        seed: 'dex',
        firstSlot: 7_000,
        slots: 20,
        transactionsPerSlot: 20,
        dexShare: 0.5,
        truthSlots: 100,
      },
    });
    signature = await signatureOfSwap();
  });
  afterAll(() => simulator?.stop());

  /** Finds a transaction that the generator planned as a swap that succeeds. */
  async function signatureOfSwap(): Promise<string> {
    for (let slot = 7_000; slot < 7_018; slot += 1) {
      const truth = simulator.truthOf(slot);
      if (truth?.status !== 'block') continue;
      const swap = truth.transactions.find(({ swaps = [], success }) => success && swaps.length > 0);
      if (swap !== undefined) return swap.signatures[0]!;
    }
    throw new Error('no swap was generated');
  }

  test('is looked up at the node of --rpc, or of RPC_URL', async () => {
    const { endpoint } = simulator.rpc!;
    const [byFlag, byVariable] = await Promise.all([
      dex([signature, '--rpc', endpoint]),
      dex([signature, '--json'], { RPC_URL: endpoint }),
    ]);
    expect([byFlag.code, byFlag.stderr]).toEqual([0, '']);
    expect(byFlag.stdout).toContain(signature);
    expect(byFlag.stdout).toContain('Conservation: adds up');
    const answer = JSON.parse(byVariable.stdout) as { signature: string; trades: { swaps: unknown[] } };
    expect(answer.signature).toBe(signature);
    expect(answer.trades.swaps.length).toBeGreaterThan(0);
  });

  test('needs a node that answers and knows it', async () => {
    const [none, unknown, away, wrong] = await Promise.all([
      dex([signature]),
      dex([UNKNOWN_SIGNATURE, '--rpc', simulator.rpc!.endpoint]),
      dex([signature, '--rpc', 'http://127.0.0.1:9/?api-key=hunter2']),
      dex([signature, '--rpc', 'ftp://hunter2']),
    ]);
    expect(none.stderr).toContain('a signature is looked up at a node: set RPC_URL, or give --rpc');
    expect(unknown.stderr).toContain('the node does not know the transaction');
    expect(away.stderr).toContain('no answer of the node');
    expect(wrong.stderr).toContain('is not an http or https URL');
    expect(away.stderr + wrong.stderr).not.toContain('hunter2');
    expect([none, unknown, away, wrong].map(({ code }) => code)).toEqual([2, 3, 4, 2]);
  });
});

/** Facts: the README of the data, and the balances of each file. */
describe.skipIf(!existsSync(PUBLIC))('real transactions (skipped without ../shared/data)', () => {
  const shown = async (path: string): Promise<string> => {
    const { code, stdout } = await dex([join(PUBLIC, path)]);
    expect(code).toBe(0);
    return stdout;
  };

  test('a repayment that takes collateral out is no swap: the lender is named, and two transfers', async () => {
    const stdout = await shown('jupiter-lend/repay_native.json');
    expect(stdout).toMatch(/^5 +Jupiter Lend vaults .* lending$/m);
    expect(stdout).not.toMatch(/Swaps|SWAP-LIKE|inferred/);
    expect(stdout).toContain('42.000000001 SOL');
    expect(stdout).toContain('No DEX activity besides the token links.');
  });

  test('without balances, the swaps that cannot be read are named, with the reason', async () => {
    const stdout = await shown('balances-missing/balances-absent.json');
    expect(stdout).toMatch(/^4\.0 +· Byreal CLMM .* CANNOT BE READ: the source left something out$/m);
    expect(stdout).toMatch(/^4\.6 +· Raydium CLMM .* CANNOT BE READ: the source left something out$/m);
    expect(
      stdout.match(/Not read: the token balances are not recorded, so it is unknown which tokens moved\./g),
    ).toHaveLength(2);
    expect(stdout).not.toContain('do not add up');
  });

  test('without inner instructions, the call that may have swapped is named, with the reason', async () => {
    const stdout = await shown('balances-missing/inner-instructions-null.json');
    expect(stdout).toMatch(/^4 +Jupiter v6 .* CANNOT BE READ: the source left something out$/m);
    expect(stdout).toContain(
      'Not read: inner instructions are not recorded, so it is unknown what it called.',
    );
  });

  test('what a maker takes out of OpenBook left the market’s vault', async () => {
    const stdout = await shown('openbook-settle/877.json');
    expect(stdout).toContain('Conservation: adds up');
    expect(stdout).toMatch(/^FK8hNmoD\w+yhSy +OpenBook v2 +-189\.21 \S+ +-189\.21 \S+ +0 *$/m);
  });
});
