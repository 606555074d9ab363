import { readFileSync } from 'node:fs';
import { ConfigError } from '@tickscope/config';

const OWN_FILE = new URL('./compute-limits.json', import.meta.url);

/**
 * The compute units that all transactions of a block together may use while they write-lock one account, from a
 * slot on.
 */
export interface ComputeLimit {
  fromSlot: number;
  accountComputeUnits: number;
}

/**
 * Reads the dated table of limits from the file at `path`, or the program's own (mainnet-beta), in slot order.
 * It is not a constant, because the validators' limit changes with feature activations and with the slot time.
 *
 * @throws ConfigError that says what is wrong in the file
 */
export function loadComputeLimits(path: string | null): ComputeLimit[] {
  try {
    const value: unknown = JSON.parse(readFileSync(path ?? OWN_FILE, 'utf8'));
    const rows = (value as { limits?: unknown } | null)?.limits;
    if (!Array.isArray(rows) || rows.length === 0)
      throw new Error('expected {"limits": [...]} with one limit or more');
    return rows.map(limitOf).sort((left, right) => left.fromSlot - right.fromSlot);
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    throw new ConfigError([{ variable: 'COMPUTE_LIMITS_FILE', text: `cannot be used: ${text}` }]);
  }
}

function limitOf(row: unknown, index: number): ComputeLimit {
  const { from_slot, account_compute_units } = (row ?? {}) as Record<string, unknown>;
  if (!isWhole(from_slot, 0))
    throw new Error(`limits.${index}.from_slot: expected a slot, a whole number from 0`);
  if (!isWhole(account_compute_units, 1))
    throw new Error(`limits.${index}.account_compute_units: expected a whole number from 1`);
  return { fromSlot: from_slot, accountComputeUnits: account_compute_units };
}

function isWhole(value: unknown, least: number): value is number {
  return Number.isSafeInteger(value) && (value as number) >= least;
}

/** The limits in force in a range of slots. The first one may begin before the range. */
export function limitsIn(
  limits: readonly ComputeLimit[],
  { fromSlot, toSlot }: { fromSlot: number; toSlot: number },
): ComputeLimit[] {
  const first = limits.findLastIndex((limit) => limit.fromSlot <= fromSlot);
  return limits.slice(Math.max(0, first)).filter((limit) => limit.fromSlot <= toSlot);
}

/** Whether the limit of every slot from one on is known. */
export function areLimitsKnown([first]: readonly ComputeLimit[], fromSlot: number): boolean {
  return first !== undefined && first.fromSlot <= fromSlot;
}
