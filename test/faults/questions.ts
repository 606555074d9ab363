import { isDeepStrictEqual } from 'node:util';
import type { Tickscope } from '@tickscope/sdk';
import type { Random } from '@tickscope/testkit/random';
import type { KnownChain, KnownTransaction } from './known-chain.js';

/** `unknown`: the answer says that it does not know. Text: what is wrong with it. */
export type Finding = 'right' | 'unknown' | { wrong: string };

/** A verdict that was given; whether it was right is known once the whole chain is stored and detection has run. */
export interface GivenVerdict {
  signature: string;
  isSandwiched: boolean;
  atMs: number;
}

export interface Asked {
  api: Tickscope;
  chain: KnownChain;
  random: Random;
  /** Newest slot that the chain has served. */
  headSlot(): number;
  /** Signatures and slots that an answer had: they are never unknown again. */
  stored: Set<string | number>;
  verdicts: GivenVerdict[];
  /** Sandwiches that were listed as final. */
  finalIds: Set<string>;
}

/** Slots behind the head, among which most questions are: there faults show. */
const RECENT_SLOTS = 40;
const SLOT_RANGE = 4;

/** The questions that are asked by turns. Each rejects where it is not answered. */
export const QUESTIONS: Readonly<Record<string, (asked: Asked) => Promise<Finding>>> = {
  getTransaction,
  analyzeTrade,
  getSlot,
  getAccountWriteLocks,
  checkSandwichFast,
  listSandwiches,
};

async function getTransaction(asked: Asked): Promise<Finding> {
  const tx = pickTransaction(asked);
  return unlessGone(asked, tx.signatures[0]!, async (signature) => {
    const { slot, success, fee } = (await asked.api.getTransaction({ signature })).data;
    return compared(`transaction ${signature}`, [slot, success, String(fee)], [tx.slot, tx.success, tx.fee]);
  });
}

/** The context of a trade: every slot of the range that the answer does not name as missing has the chain's rows. */
async function analyzeTrade(asked: Asked): Promise<Finding> {
  const { chain, api, random } = asked;
  const tx = pickTransaction(asked);
  const account = random.pick(tx.written);
  return unlessGone(asked, tx.signatures[0]!, async (signature) => {
    const { data, pagination } = await api.analyzeTrade({
      ...{ signature, account_id: account, slot_range: SLOT_RANGE, limit: 1_000 },
    });
    const { missing_slots: missing, incomplete_slots: incomplete } = data.coverage;
    const isCovered = ({ slot }: { slot: number }): boolean =>
      !missing.includes(slot) && !incomplete.includes(slot);
    const rows = data.results_by_slot.flatMap(({ transactions }) => transactions);
    const [from, to] = [tx.slot - SLOT_RANGE, tx.slot + SLOT_RANGE];
    const expected = chain
      .lockers(account, Math.max(from, chain.firstSlot), to)
      .filter(isCovered)
      .map(({ signatures, slot, block_index, poh_tick, written }) => [
        ...[signatures[0], slot, block_index, poh_tick - tx.poh_tick, written.includes(account)],
      ]);
    const found = rows
      .filter(isCovered)
      .map((row) => [
        ...[row.signature, row.slot, row.block_index, row.poh_tick_offset, row.matched_in_written],
      ]);
    // Slots from RPC have no ticks until their entries are there.
    const isExact = rows.every(({ poh_tick_exact: exact }) => exact);
    const without = (list: unknown[][]): unknown[][] =>
      isExact ? list : list.map((row) => row.toSpliced(3, 1));
    const finding = compared(`context of ${signature} at ${account}`, without(found), without(expected));
    if (finding === 'right' && pagination.has_next_page) return { wrong: `more than a page of ${signature}` };
    return finding === 'right' && missing.length + incomplete.length > 0 ? 'unknown' : finding;
  });
}

async function getSlot(asked: Asked): Promise<Finding> {
  const slot = pickSlot(asked);
  const wasStored = asked.stored.has(slot);
  const { state, block, transactions } = (await asked.api.getSlot({ slot, limit: 1_000 })).data;
  const known = asked.chain.block(slot);
  if (state === 'skipped') return compared(`slot ${slot}`, 'skipped', known === null ? 'skipped' : 'a block');
  if (state !== 'stored') {
    if (wasStored) return { wrong: `slot ${slot} was stored, and is ${state}` };
    return 'unknown';
  }
  asked.stored.add(slot);
  return compared(
    `slot ${slot}`,
    [block?.blockhash, transactions.map(({ signature }) => signature)],
    [known?.blockhash, known?.transactions.map(({ signatures }) => signatures[0])],
  );
}

async function getAccountWriteLocks(asked: Asked): Promise<Finding> {
  const { slot, written } = pickTransaction(asked);
  const account = asked.random.pick(written);
  const { summary, coverage } = (await asked.api.getAccountWriteLocks({ account, slot })).data;
  if (coverage === null || coverage.missing_slot_count + coverage.incomplete_slot_count > 0) return 'unknown';
  const writers = asked.chain.lockers(account, slot, slot).filter((tx) => tx.written.includes(account));
  return compared(
    `write locks of ${account} in ${slot}`,
    [summary.total_write_locks, summary.unique_signers],
    [writers.length, new Set(writers.map(({ signers }) => signers[0])).size],
  );
}

async function checkSandwichFast(asked: Asked): Promise<Finding> {
  const tx = pickTransaction(asked, ({ swaps, success }) => success && swaps !== undefined);
  const signature = tx.signatures[0]!;
  const { data } = await asked.api.checkSandwichFast({ signature, slot_range: 10 });
  const check = data.results.find((result) => result.signature === signature);
  if (check === undefined) return { wrong: `no result for ${signature}` };
  if (!check.found) {
    if (asked.stored.has(signature)) return { wrong: `${signature} was there, and is gone` };
    return 'unknown';
  }
  asked.stored.add(signature);
  if (check.slot !== tx.slot) return { wrong: `${signature} is in ${tx.slot}, not ${check.slot}` };
  if (check.verdict === 'unknown') return 'unknown';
  const isSandwiched = check.verdict === 'sandwiched';
  if (isSandwiched !== check.sandwich_detected) return { wrong: `${signature}: two verdicts` };
  asked.verdicts.push({ signature, isSandwiched, atMs: Date.now() });
  return 'right';
}

async function listSandwiches(asked: Asked): Promise<Finding> {
  const from = pickSlot(asked);
  const { sandwiches } = (await asked.api.listSandwiches({ from, to: from + RECENT_SLOTS, limit: 100 })).data;
  for (const { id, is_final: isFinal, legs } of sandwiches) {
    const outside = legs.find(
      ({ slot, attacker_signature: signature }) =>
        signature !== null &&
        !asked.chain.transactions(slot).some(({ signatures }) => signatures[0] === signature),
    );
    if (outside !== undefined)
      return { wrong: `sandwich ${id}: no ${outside.attacker_signature} in ${outside.slot}` };
    if (isFinal) asked.finalIds.add(id);
  }
  return 'right';
}

/** A transaction that an answer once had is not unknown later. */
async function unlessGone(
  { stored }: Asked,
  signature: string,
  ask: (signature: string) => Promise<Finding>,
): Promise<Finding> {
  const wasStored = stored.has(signature);
  try {
    const finding = await ask(signature);
    stored.add(signature);
    return finding;
  } catch (error) {
    if ((error as { status?: unknown }).status !== 404) throw error;
    return wasStored ? { wrong: `${signature} was there, and is gone` } : 'unknown';
  }
}

function compared(what: string, found: unknown, expected: unknown): Finding {
  if (isDeepStrictEqual(found, expected)) return 'right';
  return { wrong: `${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}` };
}

function pickSlot({ random, headSlot, chain }: Asked): number {
  const head = headSlot();
  const oldest = random.chance(3, 4) ? Math.max(chain.firstSlot, head - RECENT_SLOTS) : chain.firstSlot;
  return oldest + random.below(head - oldest + 1);
}

function pickTransaction(
  asked: Asked,
  isWanted: (tx: KnownTransaction) => boolean = () => true,
): KnownTransaction {
  for (;;) {
    const candidates = asked.chain
      .transactions(pickSlot(asked))
      .filter((tx) => tx.written.length > 0 && isWanted(tx));
    if (candidates.length > 0) return asked.random.pick(candidates);
  }
}
