import { useQuery } from '@tanstack/react-query';
import { stripQuery } from '../../api/chain-queries.js';
import { Card, Empty, ErrorState, Share } from '../../design/index.js';
import { SlotStrip } from '../../drawings/slot-strip/slot-strip.js';
import { toCsv } from '../../format/csv.js';

const COUNT = 32;

/** The last slots as a strip, which goes on with the chain. */
export function NewestSlots() {
  const strip = useQuery(stripQuery(COUNT));
  return (
    <Card
      title="The newest slots"
      note={strip.data?.head_slot == null ? '' : `up to ${strip.data.head_slot.toLocaleString('en')}`}
      aside={
        <Share
          question={{ path: `/slots?limit=${COUNT}` }}
          name="slots"
          json={strip.data}
          csv={
            strip.data === undefined
              ? null
              : () =>
                  toCsv(
                    ['slot', 'state', 'leader', 'name', 'client', 'transactions', 'votes', 'sandwiches'],
                    strip.data.slots.map((one) => [
                      ...[one.slot, one.state, one.leader, one.validator_name, one.client],
                      ...[one.transaction_count, one.vote_count, one.sandwich_count],
                    ]),
                  )
          }
        />
      }
    >
      {strip.data !== undefined ? (
        strip.data.slots.length === 0 ? (
          <Empty title="No block is stored yet.">The strip begins with the first one.</Empty>
        ) : (
          <SlotStrip slots={strip.data.slots} />
        )
      ) : strip.error !== null ? (
        <ErrorState error={strip.error} retry={() => void strip.refetch()} />
      ) : (
        <SlotStrip slots={[]} />
      )}
    </Card>
  );
}
