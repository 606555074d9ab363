import type { SlotRange } from '@tickscope/chain';
import type { QueryContext } from '@tickscope/queries';
import { createReader } from '@tickscope/queries';
import type { ReadConnection } from '@tickscope/store';
import { judgeLabel } from './judge-label.js';
import { type Label, signaturesOf } from './label.js';
import { LabelError } from './label-error.js';
import { oursOnly } from './ours-only.js';
import type { Cause, Outcome } from './outcome.js';
import { readLabels } from './read-labels.js';
import { readFacts, type StoredFacts, slotsOf } from './stored-facts.js';

export interface Comparison {
  labels: number;
  agree: number;
  differ: number;
  oursOnly: number;
  causes: Partial<Record<Cause, number>>;
  /** From the first to the last slot of the labels; null: none is known, and so nothing is ours only. */
  range: SlotRange | null;
}

const TIMEOUT_MS = 60_000;
const BATCH_LABELS = 64;
const BATCH_SIGNATURES = 500;
/** The ids of their sandwiches are held in memory. */
export const MOST_LABELS = 1_000_000;

/** Compares the labels of a file with the store, and passes each result on as it comes. Holds a batch of labels. */
export async function compareLabels(
  read: ReadConnection,
  path: string,
  on: { outcome(outcome: Outcome): void; progress(labels: number): void; signal: AbortSignal },
): Promise<Comparison> {
  const comparison: Comparison = { labels: 0, agree: 0, differ: 0, oursOnly: 0, causes: {}, range: null };
  const database = createReader(read, { timeoutMs: TIMEOUT_MS });
  const context = (): QueryContext => ({
    id: 'compare-labels',
    signal: AbortSignal.any([on.signal, AbortSignal.timeout(2 * TIMEOUT_MS)]),
  });
  const named = new Set<string>();
  const add = (outcome: Outcome): void => {
    if (outcome.outcome === 'agrees') comparison.agree += 1;
    else if (outcome.outcome === 'differs') comparison.differ += 1;
    else comparison.oursOnly += 1;
    if (outcome.cause !== null)
      comparison.causes[outcome.cause] = (comparison.causes[outcome.cause] ?? 0) + 1;
    on.outcome(outcome);
  };
  for await (const batch of batches(readLabels(path))) {
    const facts = await readFacts(database, batch, context());
    for (const label of batch) {
      comparison.labels += 1;
      if (comparison.labels > MOST_LABELS)
        throw new LabelError(path, label.line, `more than ${MOST_LABELS} labels: split the file`);
      const { outcome, sandwichIds } = await judgeLabel(label, facts, { read, database, context: context() });
      for (const id of sandwichIds) named.add(id);
      add(outcome);
      widen(comparison, label, facts);
    }
    on.progress(comparison.labels);
  }
  if (comparison.range !== null)
    for await (const outcome of oursOnly(database, comparison.range, named, context)) add(outcome);
  return comparison;
}

/** @yields labels that are looked up together */
async function* batches(labels: AsyncIterable<Label>): AsyncGenerator<Label[]> {
  let batch: Label[] = [];
  let signatures = 0;
  for await (const label of labels) {
    const count = signaturesOf(label).length;
    if (batch.length >= BATCH_LABELS || (batch.length > 0 && signatures + count > BATCH_SIGNATURES)) {
      yield batch;
      [batch, signatures] = [[], 0];
    }
    batch.push(label);
    signatures += count;
  }
  if (batch.length > 0) yield batch;
}

function widen(comparison: Comparison, label: Label, facts: StoredFacts): void {
  const slots = slotsOf(label, facts);
  if (slots === null) return;
  const { fromSlot, toSlot } = comparison.range ?? slots;
  comparison.range = {
    fromSlot: Math.min(fromSlot, slots.fromSlot),
    toSlot: Math.max(toSlot, slots.toSlot),
  };
}
