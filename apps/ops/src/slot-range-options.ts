import type { SlotRange } from '@tickscope/chain';
import { parseSlot, type StoreFlags, UsageError } from '@tickscope/command-line';
import type { Command } from 'commander';

/** The flags of a command about a range of stored slots. */
export interface RangeFlags extends StoreFlags {
  from: number;
  to: number;
}

export function withSlotRange(command: Command): Command {
  return command
    .requiredOption('--from <slot>', 'first slot', parseSlot)
    .requiredOption('--to <slot>', 'last slot, inclusive', parseSlot);
}

export function slotRangeOf({ from, to }: RangeFlags): SlotRange {
  if (from > to) throw new UsageError('--from lies after --to');
  return { fromSlot: from, toSlot: to };
}
