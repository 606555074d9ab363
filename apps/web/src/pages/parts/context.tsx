import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { csvTable } from '@tickscope/chain/csv';
import { useState } from 'react';
import { contextQuery, type Row, type TradeContext } from '../../api/queries.js';
import design from '../../design/design.module.css';
import {
  Address,
  Awaited,
  Card,
  CoverageBanner,
  Empty,
  Pager,
  Role,
  Share,
  Signature,
  Skeleton,
  SlotLink,
  Table,
} from '../../design/index.js';
import { type LaneFacts, laneFactsQuery } from '../../drawings/tick-axis/lane-facts.js';
import { axisHeight } from '../../drawings/tick-axis/layout.js';
import { TickAxis } from '../../drawings/tick-axis/tick-axis.js';
import { TickLegend } from '../../drawings/tick-axis/tick-legend.js';
import { nameText, plural, signed } from '../../format/text.js';
import type { Progress } from '../../sentences/unknown.js';
import { ZOOMS, zoomFor } from '../../zooms.js';
import css from '../page.module.css';

const route = getRouteApi('/tx/$signature');
/** The slots that are loaded: more than are seen, for a drag; a few steps of the zoom share one answer. */
const LOADED = [4, 16, 64, 100];
const ROWS_SHOWN = 40;
const NOTHING_KNOWN: ReadonlyMap<number, LaneFacts> = new Map();

/** All transactions on one account around this one: the tick axis, and the table that follows it. */
export function Context({
  signature,
  slot,
  reach,
  progress,
  accounts,
  isShown,
}: {
  signature: string;
  slot: number;
  /** Slots from here to the furthest part of the sandwich: the first view shows all of it. */
  reach: number;
  progress: Progress | null;
  accounts: readonly { account: string; label: string }[];
  /** False until all that is above is there, so that it does not move: it loads, but shows nothing. */
  isShown: boolean;
}) {
  const search = route.useSearch();
  const navigate = useNavigate();
  // The router takes the system program's address, which is all ones, for a number.
  const account = typeof search.account === 'string' ? search.account : accounts[0]!.account;
  const zoom = search.range ?? zoomFor(reach);
  const range = LOADED.find((loaded) => loaded > zoom) ?? 100;
  const context = useQuery(contextQuery(signature, account, range));
  const facts = useQuery({
    ...laneFactsQuery(context.data?.slots ?? { from: slot, to: slot }),
    enabled: context.data !== undefined,
    placeholderData: keepPreviousData,
  });
  const [selected, setSelected] = useState<string | null>(signature);
  const [seen, setSeen] = useState<{ from: number; to: number }>();
  const change = (next: { account?: string; range?: number }): void =>
    void navigate({
      to: '/tx/$signature',
      params: { signature },
      search: { ...search, ...next },
      replace: true,
      resetScroll: false,
    });
  const step = (by: 1 | -1): void => {
    const next = ZOOMS[ZOOMS.indexOf(zoom as (typeof ZOOMS)[number]) + by];
    if (next !== undefined) change({ range: next });
  };
  const options = accounts.some((one) => one.account === account)
    ? accounts
    : [{ account, label: account }, ...accounts];
  const rows = context.data?.rows ?? [];
  const isOwnTickKnown = rows.every((row) => !row.is_original || row.poh_tick_exact);
  const shown = { from: slot - zoom, to: slot + zoom, ...seen };
  const seenRows = rows.filter((row) => shown.from <= row.slot && row.slot <= shown.to);
  if (!isShown) return null;
  return (
    <Card
      title="Who touched this account, tick by tick"
      note={
        context.data === undefined ? '' : countText(context.data, { zoom, shown, count: seenRows.length })
      }
      aside={
        <Share
          question={{
            path: '/analyze-trade',
            body: { signature, account_id: account, slot_range: context.data?.range ?? range },
          }}
          name="trade-context"
          of={context.data?.rows}
          csv={csvOf}
        />
      }
    >
      <div className={css['tools']}>
        <label className={design['field']}>
          Account
          <select value={account} onChange={(event) => change({ account: event.target.value })}>
            {options.map((one) => (
              <option key={one.account} value={one.account}>
                {nameText(one.label)}
              </option>
            ))}
          </select>
        </label>
        <fieldset className={css['zoom']} style={{ border: 0, padding: 0, margin: 0 }}>
          <legend className={design['visuallyHidden']}>Slots on either side</legend>
          <button
            type="button"
            className={design['button']}
            aria-label="Zoom out: more slots"
            disabled={zoom === ZOOMS.at(-1)}
            onClick={() => step(1)}
          >
            −
          </button>
          <output>±{plural(zoom, 'slot')}</output>
          <button
            type="button"
            className={design['button']}
            aria-label="Zoom in: fewer slots"
            disabled={zoom === ZOOMS[0]}
            onClick={() => step(-1)}
          >
            +
          </button>
        </fieldset>
      </div>
      <TickLegend />
      <Awaited of={context} waiting={<Skeleton height={axisHeight(zoom)} />}>
        {({ coverage, slots }) => (
          <div aria-busy={context.isPlaceholderData}>
            <CoverageBanner coverage={coverage} progress={progress} />
            <TickAxis
              rows={rows}
              slots={slots}
              zoom={zoom}
              ownSlot={slot}
              facts={facts.data ?? NOTHING_KNOWN}
              selected={selected}
              onSelect={setSelected}
              onZoom={step}
              onSeen={setSeen}
            />
            {seenRows.length === 0 ? (
              <Empty title="No transaction on this account was seen in these slots." />
            ) : (
              <Rows {...{ selected, setSelected, account, isOwnTickKnown }} rows={seenRows} />
            )}
          </div>
        )}
      </Awaited>
    </Card>
  );
}

function Rows({
  rows,
  selected,
  setSelected,
  account,
  isOwnTickKnown,
}: {
  rows: readonly Row[];
  selected: string | null;
  setSelected: (signature: string) => void;
  account: string;
  isOwnTickKnown: boolean;
}) {
  const at = Math.max(
    0,
    rows.findIndex(({ signature }) => signature === selected),
  );
  const [start, setStart] = useState<number | null>(null);
  const own = Math.max(0, Math.min(at - ROWS_SHOWN / 4, rows.length - ROWS_SHOWN));
  // Follows the selection; the buttons leave it.
  const first = start !== null && at >= start && at < start + ROWS_SHOWN ? start : own;
  const shown = rows.slice(first, first + ROWS_SHOWN);
  const go = (next: number): void => {
    setStart(next);
    const row = rows[next];
    if (row !== undefined) setSelected(row.signature);
  };
  return (
    <>
      <Table
        caption="The same transactions, in the order of the chain"
        rows={shown}
        keyOf={({ signature }) => signature}
        toneOf={({ is_original: isOwn }) => (isOwn ? 'you' : undefined)}
        selected={selected}
        columns={[
          {
            name: 'Ticks',
            isNumber: true,
            cell: ({ poh_tick_offset: offset, poh_tick_exact: isKnown }) =>
              isOwnTickKnown && isKnown ? signed(offset) : 'not known',
          },
          {
            name: 'Slot',
            isNumber: true,
            cell: ({ slot, block_index: index }) => (
              <>
                <SlotLink slot={slot} /> #{index}
              </>
            ),
          },
          { name: 'Role', cell: (row) => <RowRole row={row} /> },
          {
            name: 'Transaction',
            cell: ({ signature }) => <Signature signature={signature} account={account} />,
          },
          { name: 'Signer', cell: ({ signer }) => <Address address={signer} /> },
          { name: 'Access', cell: ({ matched_in_written: isWrite }) => (isWrite ? 'writes' : 'reads') },
          {
            name: 'Result',
            cell: ({ success }) => (success === null ? 'not known' : success ? 'succeeded' : '○ failed'),
          },
        ]}
      />
      <Pager first={first} size={ROWS_SHOWN} total={rows.length} onFirst={go} />
    </>
  );
}

function RowRole({ row }: { row: Row }) {
  const roles = [...new Set(row.roles.map(({ role }) => role))];
  return (
    <>
      {row.is_original && <span className={`${design['pill']} ${design['you']}`}>this trade</span>}{' '}
      {roles.map((role) => (
        <Role key={role} role={role} />
      ))}
      {row.is_vote === 1 && 'vote'}
    </>
  );
}

/** How many transactions are on the axis and in the table, of the slots that are seen. */
function countText(
  { rows, total, range }: TradeContext,
  { zoom, shown, count }: { zoom: number; shown: { from: number; to: number }; count: number },
): string {
  const slots = `in slots ${shown.from.toLocaleString('en')} to ${shown.to.toLocaleString('en')}`;
  const seen = `${plural(count, 'transaction')} ${slots}`;
  if (rows.length < total) return `${seen}, of the first ${rows.length.toLocaleString('en')}`;
  return range < zoom ? `${seen}; further slots have too many to draw` : seen;
}

function csvOf(rows: readonly Row[]): string {
  return csvTable(
    [
      ...['slot', 'block_index', 'poh_tick', 'poh_tick_offset', 'signature', 'signer'],
      ...['writes', 'success', 'roles'],
    ],
    rows.map((row) => [
      ...[row.slot, row.block_index, row.poh_tick, row.poh_tick_offset, row.signature, row.signer],
      ...[row.matched_in_written, row.success, row.roles.map(({ role }) => role).join(' ')],
    ]),
  );
}
