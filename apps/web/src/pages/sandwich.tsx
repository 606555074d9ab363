import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { sandwichQuery } from '../api/queries.js';
import design from '../design/design.module.css';
import {
  Address,
  Amount,
  Awaited,
  Card,
  Facts,
  Share,
  Skeleton,
  SlotLink,
  Sol,
  Table,
  Time,
} from '../design/index.js';
import { usePageTitle } from '../page-title.js';
import { isLeastOfAll } from '../sentences/loss.js';
import { sandwichSentence } from '../sentences/sandwich.js';
import css from './page.module.css';
import { EvidenceList } from './parts/certainty.js';
import { SandwichParts } from './parts/sandwich-parts.js';

const route = getRouteApi('/sandwich/$id');

/** The permalink of one sandwich. */
export function SandwichPage() {
  const { id } = route.useParams();
  const found = useQuery(sandwichQuery(id));
  usePageTitle(`Sandwich ${id}`);
  if (found.data === undefined)
    return (
      <Card>
        <h1 className={design['visuallyHidden']}>Sandwich {id}</h1>
        <Awaited of={found} waiting={<Skeleton height={420} />} />
      </Card>
    );
  const sandwich = found.data;
  const { loss } = sandwich;
  return (
    <>
      <div className={css['top']}>
        <Card>
          <div className={css['verdict']}>
            <h1>{sandwichSentence(sandwich)}</h1>
            <p className={css['lead']}>
              {sandwich.attackers.map((attacker) => (
                <Address key={attacker} address={attacker} />
              ))}{' '}
              in{' '}
              <Address address={sandwich.pool.pool_address} label={sandwich.pool.pool_label} page="account" />{' '}
              <Time at={sandwich.block_time} />
            </p>
            <Facts
              isApart
              facts={[
                ['Victims lost', <Sol key="loss" sol={loss?.sol ?? null} isLeast={isLeastOfAll(sandwich)} />],
                ['Attacker gained', <Amount key="gain" of={sandwich.gain} />],
                ['After fees and tips', <Amount key="net" of={sandwich.net_gain} />],
                ['Kept by the attacker', <Amount key="kept" of={sandwich.kept_gain} />],
                ['Slots', <SlotLinks key="slots" range={sandwich.slot_range} />],
                [
                  'Swaps in between',
                  sandwich.swaps_before === null || sandwich.swaps_after === null
                    ? 'not known'
                    : `${sandwich.swaps_before} before, ${sandwich.swaps_after} after`,
                ],
              ]}
            />
            <Share
              question={{ path: `/mev/sandwiches/${encodeURIComponent(id)}` }}
              name={`sandwich-${id}`}
              of={sandwich}
            />
          </div>
        </Card>
        <Card
          title="How sure is this?"
          aside={
            <span className={`${design['pill']} ${design['attack']}`}>
              {sandwich.confidence} · {sandwich.intent}
            </span>
          }
        >
          <EvidenceList evidence={sandwich} />
        </Card>
      </div>
      <SandwichParts sandwich={sandwich} signature={null} />
      <Card title="Revisions" note={sandwich.is_final ? 'final' : 'may still change'}>
        <Table
          caption="Revisions of this sandwich"
          rows={sandwich.revisions}
          keyOf={({ revision }) => String(revision)}
          columns={[
            { name: 'Revision', isNumber: true, cell: ({ revision }) => revision },
            { name: 'Detected', cell: ({ detected_at: at }) => <Time at={at} /> },
            { name: 'Confidence', cell: ({ confidence }) => confidence },
            {
              name: 'State',
              cell: ({ retracted, is_final: isFinal }) =>
                retracted ? 'withdrawn' : isFinal ? 'final' : 'preliminary',
            },
          ]}
        />
      </Card>
    </>
  );
}

function SlotLinks({ range: { from, to } }: { range: { from: number; to: number } }) {
  const ends = from === to ? [from] : [from, to];
  return ends.map((slot, at) => (
    <span key={slot}>
      {at > 0 && ' to '}
      <SlotLink slot={slot} />
    </span>
  ));
}
