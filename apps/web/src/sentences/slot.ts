import type { SlotRecord } from '../api/chain-queries.js';
import { plural } from '../format/text.js';

type Slot = Pick<SlotRecord, 'slot' | 'state' | 'transactions' | 'is_detected'> & {
  block: { transaction_count: number | null } | null;
};

/** Says in one sentence what is known of a slot. Sandwiches are counted by their frontruns in it. */
export function slotSentence({ slot, state, block, transactions, is_detected: isDetected }: Slot): string {
  const name = `Slot ${slot.toLocaleString('en')}`;
  switch (state) {
    case 'skipped':
      return `${name} was skipped: it has no block.`;
    case 'missing':
      return `${name} is missing here.`;
    case 'not_stored':
      return `${name} is not stored.`;
    case 'incomplete':
      return `${name} is stored in part.`;
    default: {
      const ids = new Set(
        transactions.flatMap(({ roles }) =>
          roles.filter(({ role }) => role === 'frontrun').map(({ sandwich_id: id }) => id),
        ),
      );
      const all = plural(block?.transaction_count ?? transactions.length, 'transaction');
      const soFar = isDetected === false ? ' so far' : '';
      const found = ids.size === 0 ? '' : `, ${plural(ids.size, 'sandwich', 'sandwiches')}${soFar}`;
      return `${name}: ${all}${found}.`;
    }
  }
}
