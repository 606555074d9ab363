import { useQuery } from '@tanstack/react-query';
import { csvTable } from '@tickscope/chain/csv';
import type { Schemas } from '@tickscope/sdk';
import { stripQuery } from '../../api/chain-queries.js';
import { Awaited, Card, Empty, Share } from '../../design/index.js';
import { SlotStrip } from '../../drawings/slot-strip/slot-strip.js';

const COUNT = 32;

/** The last slots as a strip, which goes on with the chain. */
export function NewestSlots() {
  const strip = useQuery(stripQuery(COUNT));
  return (
    <Card
      title="The newest slots"
      note={strip.data?.head_slot == null ? '' : `up to ${strip.data.head_slot.toLocaleString('en')}`}
      aside={<Share question={{ path: `/slots?limit=${COUNT}` }} name="slots" of={strip.data} csv={csvOf} />}
    >
      <Awaited of={strip} waiting={<SlotStrip slots={[]} />}>
        {({ slots }) =>
          slots.length === 0 ? (
            <Empty title="No block is stored yet.">The strip begins with the first one.</Empty>
          ) : (
            <SlotStrip slots={slots} />
          )
        }
      </Awaited>
    </Card>
  );
}

const csvOf = ({ slots }: Schemas['SlotStrip']): string =>
  csvTable(
    ['slot', 'state', 'leader', 'name', 'client', 'transactions', 'votes', 'sandwiches'],
    slots.map((one) => [
      ...[one.slot, one.state, one.leader, one.validator_name, one.client],
      ...[one.transaction_count, one.vote_count, one.sandwich_count],
    ]),
  );
