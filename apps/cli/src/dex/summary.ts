import { type Explanation, type UnknownFrameCount, UnknownFrameCounts } from '@tickscope/dex';
import { UNKNOWN_ROLES } from './describe-unknown.js';
import type { ExplainedTransaction } from './explained.js';

/** Which transactions of many are listed. Votes never are, unless `all`. */
export interface Filter {
  /** Base58 of a program that the transaction must call; null: any. */
  program: string | null;
  /** Only those with something that the decoder does not know. */
  unknown: boolean;
  /** Also those without DEX activity. */
  all: boolean;
}

/** Calls of a known DEX that no layout matches, of one first byte and length of data. */
export interface UnrecognisedCount {
  programId: string;
  dexName: string;
  /** Null for calls without data. */
  firstByte: number | null;
  dataLength: number;
  calls: number;
  /** Where one was seen. */
  example: { slot: number | null; index: number | null };
}

export interface Summary {
  transactions: number;
  votes: number;
  failed: number;
  /** Transactions that pass the filter; the first of them are in `listed`. */
  matching: number;
  listed: ExplainedTransaction[];
  swapsByDex: { dexName: string; swaps: number }[];
  inferred: number;
  /** Swap-like calls that were not decoded, the most frequent first. */
  unknownFrames: UnknownFrameCount[];
  unrecognised: UnrecognisedCount[];
  /** Vaults compared, and those that do not add up. */
  vaults: number;
  vaultsOff: number;
}

/** Sums up the transactions of a file, and keeps the first `limit` that pass the filter. */
export class Summariser {
  readonly #filter: Filter;
  readonly #limit: number;
  readonly #listed: ExplainedTransaction[] = [];
  readonly #swaps = new Map<string, number>();
  readonly #frames = new UnknownFrameCounts();
  readonly #unrecognised = new Map<string, UnrecognisedCount>();
  readonly #sums = {
    transactions: 0,
    votes: 0,
    failed: 0,
    matching: 0,
    inferred: 0,
    vaults: 0,
    vaultsOff: 0,
  };

  constructor(filter: Filter, limit: number) {
    this.#filter = filter;
    this.#limit = limit;
  }

  add(transaction: ExplainedTransaction): void {
    const { explanation } = transaction;
    const { isVote, status, trades, conservation } = explanation;
    const sums = this.#sums;
    sums.transactions += 1;
    if (isVote) sums.votes += 1;
    if (status === 'failed') sums.failed += 1;
    for (const { dexName } of trades.swaps) this.#swaps.set(dexName, (this.#swaps.get(dexName) ?? 0) + 1);
    sums.inferred += trades.inferred.length;
    this.#frames.add(trades.unknownFrames);
    this.#addUnrecognised(transaction);
    sums.vaults += conservation.vaults.length;
    sums.vaultsOff += conservation.vaults.filter(
      ({ remainder, isOpened }) => remainder !== 0n && !isOpened,
    ).length;
    if (!passes(explanation, this.#filter)) return;
    sums.matching += 1;
    if (this.#listed.length < this.#limit) this.#listed.push(transaction);
  }

  summary(): Summary {
    return {
      ...this.#sums,
      listed: this.#listed,
      swapsByDex: [...this.#swaps]
        .map(([dexName, swaps]) => ({ dexName, swaps }))
        .sort((left, right) => right.swaps - left.swaps),
      unknownFrames: this.#frames.list(),
      unrecognised: [...this.#unrecognised.values()].sort((left, right) => right.calls - left.calls),
    };
  }

  #addUnrecognised({ slot, index, explanation }: ExplainedTransaction): void {
    for (const { role, programId, programName, data } of explanation.calls) {
      if (role !== 'unrecognised') continue;
      const firstByte = data === '' ? null : Number.parseInt(data.slice(0, 2), 16);
      const dataLength = data.length / 2;
      const key = `${programId} ${firstByte} ${dataLength}`;
      const known = this.#unrecognised.get(key);
      if (known !== undefined) known.calls += 1;
      else
        this.#unrecognised.set(key, {
          programId,
          dexName: programName ?? '',
          firstByte,
          dataLength,
          calls: 1,
          example: { slot, index },
        });
    }
  }
}

function passes({ calls, trades, isVote }: Explanation, { program, unknown, all }: Filter): boolean {
  if (program !== null && !calls.some(({ programId }) => programId === program)) return false;
  if (unknown) return calls.some(({ role }) => UNKNOWN_ROLES.has(role));
  if (all || program !== null) return true;
  const { tokenLinks, ...activity } = trades;
  return (
    !isVote &&
    (Object.values(activity).some((list) => list.length > 0) ||
      calls.some(({ role }) => role === 'unrecognised'))
  );
}
