import {
  CommitmentLevel,
  SubscribeRequest,
  type SubscribeRequestFilterTransactions,
  SubscribeUpdate,
  TokenAccountExpansionControlFlag,
} from '@triton-one/yellowstone-grpc';
import bs58 from 'bs58';
import { describe, expect, test } from 'vitest';
import type { ChainEvent, StoredTransaction } from '../chain/chain.js';
import { SLOT_STATUS } from '../chain/chain.js';
import { slotEvent } from '../chain/slot-events.js';
import { timestamp } from '../chain/wire.js';
import { ChainGenerator } from '../synthetic/chain-generator.js';
import { type BlockTruth, slotTruth, type TransactionTruth } from '../synthetic/truth.js';
import { ALL_TRANSACTIONS, request } from '../testing/client.js';
import { decodeSubscribeRequest } from './decode-request.js';
import { encodeMessage } from './encode-message.js';
import { compileFilters } from './filters.js';

const NOW = timestamp(1_788_220_800_000);
const generated = new ChainGenerator({ seed: 'filters', transactionsPerSlot: 300 }).next();
const truth = slotTruth(generated) as BlockTruth;
const stored = [...generated.stored!.transactions].sort((left, right) => left.index - right.index);

function eventOf(transaction: StoredTransaction): ChainEvent {
  return {
    type: 'transaction',
    slot: transaction.slot,
    transaction,
    bankId: 0,
    createdAt: NOW,
    isSecondHalf: false,
  };
}

/** Block indexes of the transactions that a filter lets through. */
function matched(filter: Partial<SubscribeRequestFilterTransactions>): number[] {
  const filters = compileFilters(request({ transactions: { only: { ...ALL_TRANSACTIONS, ...filter } } }));
  return stored.filter((tx) => filters.match(eventOf(tx)).length === 1).map(({ index }) => index);
}

function expected(holds: (tx: TransactionTruth) => boolean): number[] {
  return truth.transactions.filter(holds).map(({ block_index }) => block_index);
}

const accountsOf = (tx: TransactionTruth): string[] => [...tx.written, ...tx.read];

describe('a transaction filter', () => {
  const trade = truth.transactions.find(({ kind }) => kind === 'market_trade')!;
  const hot = trade.written.at(-1)!;
  const payer = trade.signers[0]!;

  test('without conditions lets everything through', () => {
    expect(matched({})).toEqual(truth.transactions.map(({ block_index }) => block_index));
  });

  test.each([true, false])('asks for votes: %s', (vote) => {
    expect(matched({ vote })).toEqual(expected((tx) => tx.is_vote === vote));
  });

  test.each([true, false])('asks for failures: %s', (failed) => {
    expect(matched({ failed })).toEqual(expected((tx) => tx.success !== failed));
  });

  test('asks for a signature', () => {
    expect(matched({ signature: trade.signatures[0] })).toEqual([trade.block_index]);
  });

  test('includes transactions with any of the accounts, loaded ones too', () => {
    expect(matched({ accountInclude: [hot, payer] })).toEqual(
      expected((tx) => accountsOf(tx).includes(hot) || accountsOf(tx).includes(payer)),
    );
  });

  test('requires all of the accounts', () => {
    expect(matched({ accountRequired: [hot, payer] })).toEqual(
      expected((tx) => accountsOf(tx).includes(hot) && accountsOf(tx).includes(payer)),
    );
  });

  test('excludes transactions with any of the accounts', () => {
    expect(matched({ accountExclude: [hot, payer] })).toEqual(
      expected((tx) => !accountsOf(tx).includes(hot) && !accountsOf(tx).includes(payer)),
    );
  });

  test('asks for everything that it lists at once', () => {
    expect(matched({ accountInclude: [hot], failed: false, vote: false })).toEqual(
      expected((tx) => accountsOf(tx).includes(hot) && tx.success && !tx.is_vote),
    );
  });

  test('finds owners of token accounts when asked to expand', () => {
    const owners = (tx: StoredTransaction, changedOnly: boolean): string[] => {
      const update = SubscribeUpdate.decode(
        encodeMessage({ type: 'event', event: eventOf(tx), filters: new Uint8Array(0) }),
      );
      const { preTokenBalances, postTokenBalances } = update.transaction!.transaction!.meta!;
      return postTokenBalances
        .filter(({ accountIndex, uiTokenAmount }) => {
          const before = preTokenBalances.find((balance) => balance.accountIndex === accountIndex);
          return !changedOnly || before!.uiTokenAmount!.amount !== uiTokenAmount!.amount;
        })
        .map(({ owner }) => owner);
    };
    const receiver = stored
      .flatMap((tx) => owners(tx, true))
      .find((owner) => !accountsOf(truth.transactions[0]!).includes(owner))!;
    for (const flag of [
      TokenAccountExpansionControlFlag.ALL,
      TokenAccountExpansionControlFlag.BALANCE_CHANGED,
    ])
      expect(matched({ accountInclude: [receiver], tokenAccounts: flag })).toEqual(
        stored
          .filter(
            (tx) =>
              accountsOf(truth.transactions[tx.index]!).includes(receiver) ||
              owners(tx, flag === 1).includes(receiver),
          )
          .map(({ index }) => index),
      );
  });
});

describe('slot filters', () => {
  const statuses = (parts: Partial<SubscribeRequest>): number[] => {
    const filters = compileFilters(request(parts));
    return Object.values(SLOT_STATUS).filter(
      (status) => filters.match(slotEvent(7, status, 6, NOW)).length > 0,
    );
  };

  test('let the three commitments through and, when asked, what lies between', () => {
    expect(statuses({ slots: { a: {} } })).toEqual([0, 1, 2]);
    expect(statuses({ slots: { a: { interslotUpdates: true } } })).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  test('let only their own commitment through when asked', () => {
    const slots = { a: { filterByCommitment: true, interslotUpdates: true } };
    expect(statuses({ slots })).toEqual([0]);
    expect(statuses({ slots, commitment: CommitmentLevel.FINALIZED })).toEqual([2]);
  });
});

describe('a request', () => {
  test('keeps filters that a Rust client wrote without a value', () => {
    // `slots: { a: {} }` as prost encodes it: the map entry holds only its key.
    const { slots, entry } = decodeSubscribeRequest(
      Uint8Array.of(0x12, 3, 0x0a, 1, 0x61, 0x42, 3, 0x0a, 1, 0x62),
    );
    expect([Object.keys(slots), Object.keys(entry)]).toEqual([['a'], ['b']]);
  });

  test('of the JavaScript codec comes out as it went in', () => {
    const sent = request({
      slots: { a: { interslotUpdates: true } },
      blocksMeta: { b: {} },
      fromSlot: '12',
      ping: { id: 3 },
    });
    expect(decodeSubscribeRequest(SubscribeRequest.encode(sent).finish())).toEqual(
      SubscribeRequest.fromPartial(sent),
    );
  });

  test.each([
    ['Invalid Base58 string', { transactions: { a: { ...ALL_TRANSACTIONS, accountInclude: ['0'] } } }],
    ['String is the wrong size', { blocks: { a: { accountInclude: [bs58.encode(Buffer.alloc(31, 1))] } } }],
    [
      'string decoded to wrong size for signature',
      { transactions: { a: { ...ALL_TRANSACTIONS, signature: '111' } } },
    ],
    ['oversized filter name (max allowed size 128), found 129', { slots: { ['a'.repeat(129)]: {} } }],
    ['failed to create CommitmentLevel from 9', { commitment: 9 as CommitmentLevel }],
  ])('is refused: %s', (text, parts) => {
    expect(() => compileFilters(request(parts))).toThrow(`failed to create filter: ${text}`);
  });
});
