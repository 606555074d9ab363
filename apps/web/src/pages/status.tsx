import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '@tickscope/sdk';
import { statusQuery } from '../api/queries.js';
import { AwaitedCards, Card, Facts, Share, SkeletonLines, SlotLink, Table, Time } from '../design/index.js';
import { plural } from '../format/text.js';
import { usePageTitle } from '../page-title.js';
import { streamText } from '../sentences/stream.js';

const slotText = (slot: number): string => slot.toLocaleString('en');

/** Page of what is stored, what is missing, how far detection is, and how old the head is. */
export function StatusPage() {
  usePageTitle('Status');
  return (
    <>
      <h1>Status</h1>
      <AwaitedCards of={useQuery(statusQuery())} waiting={<SkeletonLines count={6} what="the status" />}>
        {(status) => <Answer status={status} />}
      </AwaitedCards>
    </>
  );
}

function Answer({ status }: { status: Schemas['DataStatus'] }) {
  const { head, stored, gaps, detection, recent } = status;
  return (
    <>
      <Card title="The chain" aside={<Share question={{ path: '/status' }} name="status" of={status} />}>
        <Facts
          facts={[
            ['Newest slot', head === null ? 'nothing is stored' : <SlotLink key="slot" slot={head.slot} />],
            ['Its block', head === null ? 'not known' : <Time key="head" at={head.block_time} />],
            ['Stream', streamText(status)],
            ['Stored from', stored === null ? 'not known' : slotText(stored.from_slot)],
            ['Detection is at', detection.to_slot === null ? 'not known' : slotText(detection.to_slot)],
            ['Behind by', detection.lag_slots === null ? 'not known' : plural(detection.lag_slots, 'slot')],
          ]}
        />
      </Card>
      <Card title="What is missing" note="gaps that were recorded">
        <Facts
          facts={[
            ['Open gaps', gaps.open],
            ['Being repaired', gaps.repairing],
            ['Given up', gaps.given_up],
            ['Slots in them', slotText(gaps.slot_count)],
          ]}
        />
      </Card>
      {gaps.newest.length > 0 && <Gaps gaps={gaps.newest} />}
      {recent !== null && (
        <Card title="The newest slots" note={`${slotText(recent.from_slot)} to ${slotText(recent.to_slot)}`}>
          <Facts
            facts={[
              ['Stored', recent.stored_count],
              ['Skipped by their leader', recent.skipped_count],
              ['Incomplete', recent.incomplete_count],
              ['Missing', recent.missing_count],
              ['Not analysed yet', recent.undetected_count],
            ]}
          />
        </Card>
      )}
    </>
  );
}

function Gaps({ gaps }: { gaps: Schemas['GapTotals']['newest'] }) {
  return (
    <Card title="The newest gaps">
      <Table
        caption="Ranges of slots that are missing or incomplete"
        rows={gaps}
        keyOf={({ from_slot: from, cause }) => `${from} ${cause}`}
        columns={[
          {
            name: 'From',
            isNumber: true,
            cell: ({ from_slot: slot }) => <SlotLink slot={slot} />,
          },
          { name: 'To', isNumber: true, cell: ({ to_slot: slot }) => slotText(slot) },
          { name: 'Cause', cell: ({ cause }) => cause },
          { name: 'State', cell: ({ state }) => state.replace('_', ' ') },
          { name: 'Tries', isNumber: true, cell: ({ tries }) => tries },
        ]}
      />
    </Card>
  );
}
