import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type SlotRecord, slotQuery } from '../api/chain-queries.js';
import design from '../design/design.module.css';
import { Address, Card, ErrorState, Facts, Share, SkeletonLines, Time } from '../design/index.js';
import { nameText, plural } from '../format/text.js';
import { usePageTitle } from '../page-title.js';
import { slotSentence } from '../sentences/slot.js';
import css from './page.module.css';
import { Block, blockCsv } from './parts/block.js';
import { SlotSandwiches } from './parts/slot-sandwiches.js';

const route = getRouteApi('/slot/$slot');

/** A slot: its block as it was built, or why there is none. */
export function SlotPage() {
  const { slot } = route.useParams();
  const found = useQuery(slotQuery(slot));
  const number = /^\d{1,15}$/.test(slot) ? Number(slot) : null;
  const name = number === null ? slot : number.toLocaleString('en');
  usePageTitle(`Slot ${name}`);
  return (
    <>
      <Card>
        <div className={css['verdict']}>
          <h1 className={css['sentence']}>
            {found.data === undefined ? `Slot ${name}` : slotSentence(found.data)}
          </h1>
          <div className={design['buttons']}>
            {number !== null && <Neighbours slot={number} head={found.data?.head_slot ?? null} />}
            <Share
              question={{ path: `/slots/${encodeURIComponent(slot)}?limit=5000` }}
              name={`slot-${slot}`}
              of={found.data && { ...found.data, isUndetected: undefined }}
              csv={found.data?.block === null ? null : blockCsv}
            />
          </div>
          {found.data === undefined && found.error !== null ? (
            <ErrorState error={found.error} retry={() => void found.refetch()} />
          ) : (
            <About record={found.data} />
          )}
        </div>
      </Card>
      {found.data === undefined ? (
        found.error === null && (
          <Card title="The block as it was built">
            <SkeletonLines count={14} what="the block" />
          </Card>
        )
      ) : (
        <>
          <StateBanner record={found.data} />
          {found.data.transactions.length > 0 && <Block record={found.data} />}
          {found.data.state !== 'skipped' && found.data.state !== 'not_stored' && (
            <SlotSandwiches slot={slot} isDetected={found.data.is_detected} />
          )}
        </>
      )}
    </>
  );
}

/** `undefined`: it is being asked for. */
function About({ record }: { record: SlotRecord | undefined }) {
  return (
    <>
      <p className={`${css['lead']} ${css['about']}`}>{record !== undefined && <Leader record={record} />}</p>
      {/* A slot without a block has none of them; that is seen when its answer is there. */}
      {(record === undefined || record.block !== null) && <BlockFacts record={record} />}
    </>
  );
}

function Leader({ record }: { record: SlotRecord }) {
  const { leader, validator_name: name, client, client_version: version, block } = record;
  return (
    <>
      {leader === null ? (
        'Its leader is not known'
      ) : (
        <>
          Led by <Address address={leader} label={name} page="validator" />
          {client !== null && <bdi>· running {nameText(`${client} ${version ?? ''}`)}</bdi>}
        </>
      )}
      {block !== null && (
        <>
          {' '}
          · <Time at={block.block_time} />
        </>
      )}{' '}
      {leader !== null && (
        <>
          ·{' '}
          <Link to="/validators" search={{ leader }}>
            Sandwiches in its blocks
          </Link>
        </>
      )}
    </>
  );
}

function BlockFacts({ record }: { record: SlotRecord | undefined }) {
  const block = record?.block;
  const known = record?.transactions.filter(({ compute_units: units }) => units !== null) ?? [];
  const compute = known.reduce((sum, { compute_units: units }) => sum + (units ?? 0), 0);
  const fact = (value: number | null): string => value?.toLocaleString('en') ?? 'not known';
  return (
    <Facts
      isApart
      facts={[
        ['Transactions', block && fact(block.transaction_count)],
        ['Votes', block && fact(block.vote_count)],
        ['Failed', block && fact(block.failed_count)],
        [
          'Entries',
          block &&
            fact(
              block.entry_count === null || block.tick_count === null
                ? null
                : block.entry_count - block.tick_count,
            ),
        ],
        ['Ticks', block && fact(block.tick_count)],
        [
          'Compute units',
          block &&
            (known.length === 0
              ? 'not known'
              : compute.toLocaleString('en', { notation: 'compact', maximumSignificantDigits: 3 })),
        ],
        ['Height', block && fact(block.block_height)],
      ]}
    />
  );
}

/** Banner for what keeps the page from showing all of the slot, with what to do about it. */
function StateBanner({
  record: { state, reason, is_detected: isDetected, next_index: next },
}: {
  record: SlotRecord;
}) {
  const advice: Partial<Record<SlotRecord['state'], string>> = {
    missing: 'It is fetched again while its gap is open; a backfill fetches it, too.',
    incomplete: 'Transactions may be missing below.',
  };
  const texts = [
    reason,
    advice[state] ?? null,
    isDetected === false ? 'It is not analysed yet; the page looks again by itself.' : null,
    next === null ? null : `Only the first ${plural(next, 'transaction')} are shown.`,
  ].filter((text) => text !== null);
  if (texts.length === 0) return null;
  return (
    <p className={design['banner']} role="status">
      {texts.join(' ')}{' '}
      {state !== 'skipped' && state !== 'stored' && <Link to="/status">What is stored</Link>}
    </p>
  );
}

function Neighbours({ slot, head }: { slot: number; head: number | null }) {
  return (
    <>
      {slot > 0 && (
        <Link to="/slot/$slot" params={{ slot: String(slot - 1) }} className={design['button']}>
          ← {(slot - 1).toLocaleString('en')}
        </Link>
      )}
      {head === null || slot < head ? (
        <Link to="/slot/$slot" params={{ slot: String(slot + 1) }} className={design['button']}>
          {(slot + 1).toLocaleString('en')} →
        </Link>
      ) : (
        <button type="button" className={design['button']} disabled>
          {(slot + 1).toLocaleString('en')} →
        </button>
      )}
    </>
  );
}
