import { address, TransactionBuilder, u64 } from '@tickscope/testkit/transaction-builder';
import { describe, expect, it } from 'vitest';
import { explainTransaction } from './explain.js';
import type { Explanation } from './explanation.js';

const JUPITER = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4';
const CPMM = 'CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C';
const MERCURIAL = 'MERLuDFBMmsHnsBPZw2sDQZHvXFMwp8EdjudcU2HKky';
/** `swap_base_input`: amount in, least amount out. */
const CPMM_SWAP = Buffer.concat([Buffer.from('8fbe5adac41e33de', 'hex'), u64(1_100_000n), u64(690_000n)]);
const CPMM_ACCOUNTS = [
  ...['alice', 'authority', 'config', 'pool', 'alice.a', 'alice.b', 'vault.a', 'vault.b'],
  ...['program a', 'program b', 'A', 'B', 'observation'],
];
const NEW_ACCOUNTS = ['alice', 'pool', 'alice.a', 'alice.b', 'vault.a', 'vault.b'];

function builder(...signers: string[]): TransactionBuilder {
  return new TransactionBuilder(...signers)
    .token('alice.a', 'A', 'alice', 5_000_000n)
    .token('alice.b', 'B', 'alice', 0n)
    .token('vault.a', 'A', 'pool', 10_000_000n)
    .token('vault.b', 'B', 'pool', 10_000_000n);
}

/** Alice pays 1,100,000 of A for 700,000 of B, through a route. */
function routedSwap(): TransactionBuilder {
  return builder('alice')
    .outer(JUPITER, ['alice'], '01')
    .inner(2, CPMM, CPMM_ACCOUNTS, CPMM_SWAP)
    .transfer('alice.a', 'vault.a', 1_100_000n, { height: 3 })
    .transfer('vault.b', 'alice.b', 700_000n, { height: 3 });
}

function newDex(data: string | Uint8Array): TransactionBuilder {
  return builder('alice')
    .outer('new dex', NEW_ACCOUNTS, data)
    .transfer('alice.a', 'vault.a', 1_100_000n)
    .transfer('vault.b', 'alice.b', 700_000n);
}

const rolesOf = ({ calls }: Explanation): string[] =>
  calls.map(
    ({ depth, programName, instruction, role }) =>
      `${depth} ${programName ?? '–'} ${instruction ?? '–'} ${role}`,
  );

describe('the calls of an explanation', () => {
  it('have their depth, their program, the instruction that a layout names, and a role', () => {
    const explanation = explainTransaction(9, routedSwap().build());
    expect(rolesOf(explanation)).toEqual([
      '0 Jupiter v6 – route',
      '1 Raydium CPMM swap_base_input decoded',
      '2 Token transfer token',
      '2 Token transfer token',
    ]);
    const [, swap, paid] = explanation.calls;
    expect(swap).toMatchObject({ outerIndex: 0, innerIndex: 0, decoded: ['swap'], programId: CPMM });
    expect(swap!.data).toBe(CPMM_SWAP.toString('hex'));
    const nameOf = (index: number | null): string | undefined => explanation.keys[index ?? -1]?.address;
    expect(swap!.accounts.map(nameOf)).toEqual(CPMM_ACCOUNTS.map(address));
    expect(paid!.moves).toMatchObject([{ kind: 'tokens', mint: address('A'), amount: 1_100_000n }]);
    expect([nameOf(paid!.moves[0]!.source), nameOf(paid!.moves[0]!.destination)]).toEqual(
      ['alice.a', 'vault.a'].map(address),
    );
  });

  it('of a known DEX that no layout matches say what the nearest layout needs', () => {
    const accounts = Array.from({ length: 9 }, (_, index) => `account ${index}`);
    // Mercurial's exchange: tag 04, 17 bytes, at least eight accounts.
    const tx = builder('alice')
      .outer(MERCURIAL, accounts, '0401020304')
      .outer(MERCURIAL, accounts.slice(0, 7), `04${'00'.repeat(16)}`)
      .outer(MERCURIAL, accounts, '0501')
      .build();
    const { calls } = explainTransaction(9, tx);
    expect(calls.map(({ role, instruction, nearMisses }) => [role, instruction, nearMisses])).toEqual([
      ['unrecognised', null, [{ instruction: 'exchange', dataLengths: [17], minAccounts: null }]],
      ['unrecognised', null, [{ instruction: 'exchange', dataLengths: null, minAccounts: 8 }]],
      ['unrecognised', null, []],
    ]);
  });

  it('whose layout matched without effect are empty, and a call of a program to itself is an event', () => {
    const tx = builder('alice')
      .outer(CPMM, CPMM_ACCOUNTS, CPMM_SWAP)
      .inner(2, CPMM, ['authority'], 'e445a52e51cb9a1d')
      .build();
    expect(rolesOf(explainTransaction(9, tx))).toEqual([
      '0 Raydium CPMM swap_base_input empty',
      '1 Raydium CPMM – event',
    ]);
  });
});

describe('a swap-like call without a layout', () => {
  it('is marked, and its sketch names the places of the accounts and amounts', () => {
    const data = Buffer.concat([Buffer.from('2a01', 'hex'), u64(1_100_000n), u64(690_000n)]);
    const explanation = explainTransaction(9, newDex(data).build());
    expect(explanation.calls[0]).toMatchObject({ role: 'swap_like', programName: null });
    expect(explanation.trades.inferred).toHaveLength(1);
    expect(explanation.unknownFrames).toEqual([
      {
        outerIndex: 0,
        innerIndex: null,
        notInferred: null,
        sketch: {
          firstBytes: data.subarray(0, 8).toString('hex'),
          dataLength: 18,
          accountCount: 6,
          pool: 1,
          source: 2,
          destination: 3,
          vaultIn: 4,
          vaultOut: 5,
          // The builder's transfers are authorised by an account that the call does not name.
          authority: null,
          amounts: [{ offset: 2, of: 'trader_in' }],
        },
      },
    ]);
  });

  it('says why it is not inferred', () => {
    const both = new TransactionBuilder('alice', 'maker')
      .token('alice.a', 'A', 'alice', 5_000n)
      .token('alice.b', 'B', 'alice', 0n)
      .token('maker.a', 'A', 'maker', 0n)
      .token('maker.b', 'B', 'maker', 5_000n)
      .outer('rfq', ['alice', 'maker'], '01')
      .transfer('alice.a', 'maker.a', 110n)
      .transfer('maker.b', 'alice.b', 70n);
    const three = builder('alice')
      .token('vault.c', 'C', 'pool', 100n)
      .token('fees.c', 'C', 'fees', 0n)
      .outer('new dex', NEW_ACCOUNTS, '01')
      .transfer('alice.a', 'vault.a', 110n)
      .transfer('vault.c', 'fees.c', 3n)
      .transfer('vault.b', 'alice.b', 70n);
    const unsigned = builder('keeper')
      .outer('new dex', NEW_ACCOUNTS, '01')
      .transfer('alice.a', 'vault.a', 110n)
      .transfer('vault.b', 'alice.b', 70n);
    const reasonOf = (tx: TransactionBuilder): unknown =>
      explainTransaction(9, tx.build()).unknownFrames.map(({ notInferred }) => notInferred);
    expect(reasonOf(both)).toEqual(['both_sides_signed']);
    expect(reasonOf(three)).toEqual(['more_than_two_mints']);
    expect(reasonOf(unsigned)).toEqual(['side_unknown']);
  });
});

describe('conservation', () => {
  it('is what the ledger says, without a remainder where all was decoded', () => {
    const built = routedSwap();
    const { vaults, strays } = explainTransaction(9, built.build()).conservation;
    expect(
      vaults.map(({ account, change, decoded, remainder }) => [account, change, decoded, remainder]),
    ).toEqual(
      ['vault.a', 'vault.b'].map((name) => [address(name), built.change(name), built.change(name), 0n]),
    );
    expect(strays).toEqual([]);
  });

  it('has a remainder of what moved beside the swap, and lists other accounts of the owner', () => {
    const tx = routedSwap()
      .token('vault.c', 'C', 'pool', 100n)
      .token('alice.c', 'C', 'alice', 100n)
      .pay('alice.a', 'vault.a', 33n, 'alice')
      .pay('alice.c', 'vault.c', 7n, 'alice')
      .build();
    const { vaults, strays } = explainTransaction(9, tx).conservation;
    expect(vaults.map(({ remainder }) => remainder)).toEqual([33n, 0n]);
    expect(strays).toEqual([
      { account: address('vault.c'), mint: address('C'), owner: address('pool'), change: 7n },
    ]);
  });

  it('is not computed for a transaction that failed, whose swaps are attempts', () => {
    const explanation = explainTransaction(9, routedSwap().build('{"InstructionError":[0,{"Custom":1}]}'));
    expect(explanation.status).toBe('failed');
    expect(explanation.conservation).toEqual({ vaults: [], strays: [] });
    expect(explanation.calls[1]).toMatchObject({ role: 'decoded', decoded: ['attempt'] });
  });
});

it('a transaction without meta is explained by its outer instructions', () => {
  const explanation = explainTransaction(9, { ...newDex('01').build(), meta: null });
  expect(explanation).toMatchObject({ status: 'unknown', hasInnerInstructions: false, feeLamports: null });
  expect(rolesOf(explanation)).toEqual(['0 – – unknown']);
});

it('indexes beyond the keys of a transaction do not break an explanation', () => {
  const tx = newDex('01').build();
  const [outer] = tx.instructions;
  const hostile = {
    ...tx,
    signatures: [],
    instructions: [{ ...outer!, programIdIndex: 250, accounts: Uint8Array.of(251, 0) }],
  };
  const { calls, signature } = explainTransaction(9, hostile);
  expect(signature).toBe('');
  expect(calls[0]).toMatchObject({ programId: '', accounts: [251, 0] });
});
