import { BankParts } from './bank-parts.js';
import type { BankWalk } from './bank-walk.js';
import { ChainDataError } from './errors.js';

/** A slot whose block is not whole yet. */
export interface OpenSlot {
  /** By the server's number of the bank; null: it states none, and all banks of the slot share one entry. */
  banks: Map<number | null, OpenBank>;
  /** Whether a bank of the slot died. Another one may still become its block (chain fact 26). */
  isDead: boolean;
  /** Number of slots settled before this one was opened. */
  openedAt: number;
}

export interface OpenBank {
  parts: BankParts;
  /** Once parts of two banks are mixed. */
  walk: BankWalk | null;
  /** Number of slots settled when the walk reached its end; null before. */
  foundAt: number | null;
}

export function newOpenBank(): OpenBank {
  return { parts: new BankParts(), walk: null, foundAt: null };
}

export function countParts({ banks }: OpenSlot): number {
  let count = 0;
  for (const { parts } of banks.values()) count += parts.size;
  return count;
}

/** Describes the missing parts of the bank that became a block, as far as that is known. */
export function missingParts({ banks, isDead }: OpenSlot): string {
  const all = [...banks.values()].map(({ parts }) => parts);
  const named = all.find(({ meta }) => meta !== null);
  if (named !== undefined) return named.missing();
  if (isDead) return 'the slot is dead';
  return all.at(-1)?.missing() ?? 'nothing of it came';
}

/** Returns the parts as an array; throws if an index is missing. */
export function inOrder<T>(parts: ReadonlyMap<number, readonly T[]>, what: string, slot: number): T[] {
  const ordered: T[] = [];
  for (let index = 0; index < parts.size; index += 1) {
    const part = parts.get(index)?.[0];
    if (part === undefined)
      throw new ChainDataError('incomplete', `slot ${slot}: ${what} ${index} is missing`);
    ordered.push(part);
  }
  return ordered;
}
