import { type Address, groupBy, positionKey } from '@tickscope/chain';
import { countsAtWindow, LIVE_WINDOW } from '@tickscope/sandwich';
import { column, defineFileQuery, LEG_ROLES, param, type RowOf } from '@tickscope/store';
import type { Database, QueryContext } from '../../database.js';
import type { AttackLeg, VictimLeg } from '../incidents.js';
import { readEvidence } from '../sandwich-evidence.js';
import { LEG_COLUMNS, VICTIM_COLUMNS } from '../sandwich-rows.js';
import type { VictimsAndSandwiches } from '../stored-sandwiches.js';

const WALLET_SANDWICHES = defineFileQuery(import.meta.url, './wallet-sandwiches.sql', {
  params: { wallet: param.address, from: param.integer, to: param.integer, window: param.integer },
  row: {
    slot: column.integer,
    blockIndex: column.integer,
    sandwichId: column.text,
    firstSlot: column.integer,
    lastSlot: column.integer,
  },
});
const WALLET_LEGS = defineFileQuery(import.meta.url, './wallet-legs.sql', {
  params: { wallet: param.address, ids: param.texts, ranges: param.ranges },
  row: {
    sandwichId: column.text,
    role: column.oneOf(...LEG_ROLES),
    ...LEG_COLUMNS,
    ...VICTIM_COLUMNS,
  },
});

/** The server accepts parameters of up to 128 KB: more sandwiches are read in several queries. */
const SANDWICHES_A_QUERY = 1_000;

/** A swap of the wallet, and a sandwich that has it as victim. */
export type VictimSwap = RowOf<typeof WALLET_SANDWICHES>;

/**
 * Reads the stored sandwiches that count for a wallet as victim in a range of slots, with their legs and
 * evidence.
 *
 * @param question.wallet base58
 */
export async function readWalletSandwiches(
  database: Database,
  question: { wallet: Address; from: number; to: number; window: number },
  context: QueryContext,
): Promise<VictimsAndSandwiches> {
  const swaps = await database.rows(WALLET_SANDWICHES, question, context);
  const parts: VictimsAndSandwiches[] = [];
  for (const part of inParts(swaps)) parts.push(await readPart(database, { ...question, part }, context));
  // A sandwich with several victims may be in two parts; its legs are then equal.
  return {
    victims: parts.flatMap(({ victims }) => victims),
    legs: new Map(parts.flatMap(({ legs }) => [...legs])),
    evidence: new Map(parts.flatMap(({ evidence }) => [...evidence])),
  };
}

/**
 * Splits in slot order, so that parts do not read the same slots. All sandwiches of a transaction are in one
 * part.
 */
export function inParts(swaps: readonly VictimSwap[], length = SANDWICHES_A_QUERY): VictimSwap[][] {
  const parts: VictimSwap[][] = [];
  for (const swap of swaps) {
    const part = parts.at(-1);
    const last = part?.at(-1);
    const isSameTransaction = last !== undefined && positionKey(last) === positionKey(swap);
    if (part === undefined || (part.length >= length && !isSameTransaction)) parts.push([swap]);
    else part.push(swap);
  }
  return parts;
}

async function readPart(
  database: Database,
  { wallet, window, part }: { wallet: Address; window: number; part: readonly VictimSwap[] },
  context: QueryContext,
): Promise<VictimsAndSandwiches> {
  const positions = new Set(part.map(positionKey));
  const ids = [...new Set(part.map(({ sandwichId }) => sandwichId))];
  // Failed attempts lie up to `LIVE_WINDOW` slots around the legs.
  const ranges = part.map(({ firstSlot, lastSlot }) => ({
    fromSlot: Math.max(0, firstSlot - LIVE_WINDOW),
    toSlot: lastSlot + LIVE_WINDOW,
  }));
  const [rows, evidence] = await Promise.all([
    database.rows(WALLET_LEGS, { wallet, ids, ranges }, context),
    readEvidence(database, part, context),
  ]);
  const victims: VictimLeg[] = [];
  const attacks: AttackLeg[] = [];
  for (const { role, ...leg } of rows)
    if (role === 'victim') victims.push(leg);
    else attacks.push({ ...leg, role });
  return {
    victims: victims.filter(
      (victim) => positions.has(positionKey(victim)) && countsAtWindow(victim.slot, victim, window),
    ),
    legs: groupBy(attacks, ({ sandwichId }) => sandwichId),
    evidence,
  };
}
