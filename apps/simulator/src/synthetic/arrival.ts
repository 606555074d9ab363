import type { ArrivalStep } from '../chain/chain.js';
import type { Random } from './random.js';

export interface Arrival {
  steps: ArrivalStep[];
  /** Block indexes in the order in which the transactions arrive. */
  transactionOrder: number[];
}

/**
 * The order in which a block's messages leave a validator. Entries and transactions come from different threads, so
 * transactions arrive before or after their entry, and sometimes before those of the previous entry. `entryCounts` are
 * the entries' transaction counts, ticks (0) included.
 */
export function arrivalOrder(entryCounts: readonly number[], random: Random): Arrival {
  const steps: ArrivalStep[] = [];
  const groups: { start: number; count: number }[] = [];
  let start = 0;
  for (const count of entryCounts) {
    if (count > 0) groups.push({ start, count });
    start += count;
  }
  for (let index = 0; index + 1 < groups.length; index += 1)
    if (random.chance(0.1)) {
      const later = groups[index + 1]!;
      groups[index + 1] = groups[index]!;
      groups[index] = later;
      index += 1;
    }

  let toSend = 0;
  let known = 0;
  const send = (type: ArrivalStep['type'], count: number): void => {
    const last = steps.at(-1);
    if (last?.type === type) last.count += count;
    else if (count > 0) steps.push({ type, count });
  };
  for (const count of entryCounts) {
    send('entry', 1);
    if (count > 0) known += 1;
    // The transactions of a few entries may lag behind; none is ahead by more than its own entry.
    while (toSend < known && (known - toSend > 3 || random.chance(0.8))) {
      send('transaction', groups[toSend]!.count);
      toSend += 1;
    }
  }
  for (; toSend < groups.length; toSend += 1) send('transaction', groups[toSend]!.count);

  const transactionOrder: number[] = [];
  for (const group of groups)
    for (let offset = 0; offset < group.count; offset += 1) transactionOrder.push(group.start + offset);
  return { steps, transactionOrder };
}
