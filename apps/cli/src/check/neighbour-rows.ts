import type { components } from '@tickscope/schemas';
import { type AnalyzeTradeResponse, compareRows, type RowPosition, rowsOf } from '../api/neighbours.js';
import { type Role, rolesAround, rolesElsewhere } from './roles.js';

type Incident = components['schemas']['SandwichIncident'];
type TransactionInSlot = components['schemas']['TransactionInSlot'];

/** A transaction near the requested one, or that one itself. */
export interface NeighbourRow extends RowPosition {
  /** PoH ticks from the transaction; negative before it. */
  tickOffset: number;
  isTickExact: boolean;
  signer: string;
  signature: string;
  /** How it locks the account; `null`: not known, or it does not lock it. */
  lock: 'write' | 'read' | null;
  /** Its parts in sandwiches, those around this trade first. */
  roles: Role[];
  isOriginal: boolean;
  /** Transactions that lock the account between the row above and this one; `null`: they were not requested. */
  hiddenBefore: number | null;
}

type Shown = Omit<NeighbourRow, 'hiddenBefore' | 'roles'>;

/**
 * The nearest transactions on either side, and the attackers' at any distance, in the chain's order.
 *
 * @param pages consecutive ones, of one request about `account`
 */
export function neighbourRows(
  pages: readonly AnalyzeTradeResponse[],
  account: string,
  near: number,
  incidents: readonly Incident[],
): NeighbourRow[] {
  const original = pages[0]!.data.original_transaction;
  const roles = rolesAround(incidents);
  const around = new Set(incidents.map(({ sandwich }) => sandwich.id));
  const known = pages.flatMap(rowsOf);
  const elsewhere = new Map(known.map((row) => [row.signature, rolesElsewhere(row.roles, around)]));
  const before = known.filter((row) => compareRows(row, original) < 0);
  const after = known.filter((row) => compareRows(row, original) > 0);
  const wanted = new Set([...before.slice(-near), ...after.slice(0, near)]);
  const shown = known
    .filter((row) => row.is_original || wanted.has(row) || roles.has(row.signature))
    .map((row) => shownRow(row, original.poh_tick_exact));
  const has = new Set(shown.map(({ signature }) => signature));
  if (!has.has(original.signature)) shown.push(untouching(original));
  for (const incident of incidents) {
    if (incident.pool_address !== account || has.has(incident.attacker_signature)) continue;
    has.add(incident.attacker_signature);
    shown.push(shownIncident(incident, original.poh_tick_exact));
  }
  shown.sort(compareRows);

  const isKnown = knownRows(pages);
  return shown.map((row, at) => {
    const above = shown[at - 1];
    const hidden = (previous: RowPosition): number | null =>
      isKnown(previous) && isKnown(row)
        ? known.filter((each) => compareRows(each, previous) > 0 && compareRows(each, row) < 0).length
        : null;
    return {
      ...row,
      roles: [...(roles.get(row.signature) ?? []), ...(elsewhere.get(row.signature) ?? [])],
      hiddenBefore: above === undefined ? 0 : hidden(above),
    };
  });
}

function shownRow(row: TransactionInSlot, isOriginalExact: boolean): Shown {
  const { slot, block_index, signer, signature, is_original: isOriginal } = row;
  return {
    ...{ slot, block_index, signer, signature, isOriginal, tickOffset: row.poh_tick_offset },
    isTickExact: isOriginal || (row.poh_tick_exact && isOriginalExact),
    lock: row.matched_in_written ? 'write' : 'read',
  };
}

/** The transaction itself, where it does not lock the account. */
function untouching(original: components['schemas']['TransactionRecord']): Shown {
  const { slot, block_index, signer, signature } = original;
  return {
    ...{ slot, block_index, signer, signature },
    ...{ tickOffset: 0, isTickExact: true, lock: null, isOriginal: true },
  };
}

/** An attacker's transaction outside the requested slots or pages. */
function shownIncident(incident: Incident, isOriginalExact: boolean): Shown {
  const { slot, block_index, attacker_signer: signer, attacker_signature: signature } = incident;
  return {
    ...{ slot, block_index, signer, signature, lock: null, isOriginal: false },
    ...{ tickOffset: Number(incident.poh_tick_offset), isTickExact: isOriginalExact },
  };
}

/** Whether the pages contain every transaction at a position that locks the account. */
function knownRows(pages: readonly AnalyzeTradeResponse[]): (position: RowPosition) => boolean {
  const { from, to } = pages[0]!.data.slot_range;
  const known = pages.flatMap(rowsOf);
  const first = pages[0]!.pagination.current_page > 1 ? known[0] : undefined;
  const last = pages.at(-1)!.pagination.has_next_page ? known.at(-1) : undefined;
  return (position) =>
    position.slot >= from &&
    position.slot <= to &&
    (first === undefined || compareRows(position, first) >= 0) &&
    (last === undefined || compareRows(position, last) <= 0);
}
