import { positionKey } from '@tickscope/chain';
import { countsAtWindow, LIVE_WINDOW } from '@tickscope/sandwich';
import { sqlFile } from '@tickscope/store';
import type { Database } from '../../database/database.js';
import { toInteger } from '../../database/integers.js';
import type { QueryContext } from '../../request-context.js';
import { rangeTuples } from '../../slot-coverage/range-tuples.js';
import type { AttackLeg, VictimLeg } from '../incidents.js';
import {
  type EvidenceRow,
  type LegColumns,
  toAttackLeg,
  toSandwiches,
  toVictimLeg,
  type VictimColumns,
} from '../sandwich-rows.js';
import type { VictimsAndSandwiches } from '../stored-sandwiches.js';

const query = (name: string) => ({ name, sql: sqlFile(import.meta.url, `./${name}.sql`) });
const WALLET_SANDWICHES = query('wallet-sandwiches');
const WALLET_LEGS = query('wallet-legs');
const SANDWICH_EVIDENCE = {
  name: 'sandwich-evidence',
  sql: sqlFile(import.meta.url, '../sandwich-evidence.sql'),
};

/** The server accepts parameters of up to 128 KB: more sandwiches are read in several queries. */
const SANDWICHES_A_QUERY = 1_000;

/** A swap of the wallet, and a sandwich that has it as victim. */
export interface Naming {
  /** `positionKey` of its transaction. */
  place: string;
  sandwichId: string;
  firstSlot: number;
  lastSlot: number;
}

/** Reads the stored sandwiches that count for a wallet as victim in a range of slots, with their legs and evidence. */
export async function readWalletSandwiches(
  database: Database,
  params: { wallet: string; from: number; to: number; window: number },
  context: QueryContext,
): Promise<VictimsAndSandwiches> {
  type Row = [slot: string, blockIndex: number, sandwichId: string, firstSlot: string, lastSlot: string];
  const rows = await database.rows<Row>(WALLET_SANDWICHES, params, context);
  const named = rows.map(
    ([slot, blockIndex, sandwichId, firstSlot, lastSlot]): Naming => ({
      place: positionKey({ slot: toInteger(slot), blockIndex }),
      sandwichId,
      firstSlot: toInteger(firstSlot),
      lastSlot: toInteger(lastSlot),
    }),
  );
  const parts: VictimsAndSandwiches[] = [];
  for (const part of inParts(named)) parts.push(await readPart(database, { ...params, part }, context));
  // A sandwich with several victims may be in two parts; its legs are then equal.
  return {
    victims: parts.flatMap(({ victims }) => victims),
    legs: new Map(parts.flatMap(({ legs }) => [...legs])),
    evidence: new Map(parts.flatMap(({ evidence }) => [...evidence])),
  };
}

/** Splits in slot order, so that parts do not read the same slots. All sandwiches of a transaction are in one part. */
export function inParts(named: readonly Naming[], length = SANDWICHES_A_QUERY): Naming[][] {
  const parts: Naming[][] = [];
  for (const naming of named) {
    const part = parts.at(-1);
    const isFull = (part?.length ?? 0) >= length && part?.at(-1)?.place !== naming.place;
    if (part === undefined || isFull) parts.push([naming]);
    else part.push(naming);
  }
  return parts;
}

type LegRow = [sandwichId: string, role: AttackLeg['role'] | 'victim', ...LegColumns, ...VictimColumns];

async function readPart(
  database: Database,
  { wallet, window, part }: { wallet: string; window: number; part: readonly Naming[] },
  context: QueryContext,
): Promise<VictimsAndSandwiches> {
  const places = new Set(part.map(({ place }) => place));
  const firstSlots = [...new Set(part.map(({ firstSlot }) => firstSlot))];
  const ids = [...new Set(part.map(({ sandwichId }) => sandwichId))];
  // Failed attempts lie up to `LIVE_WINDOW` slots around the legs.
  const ranges = part.map(({ firstSlot, lastSlot }) => ({
    fromSlot: Math.max(0, firstSlot - LIVE_WINDOW),
    toSlot: lastSlot + LIVE_WINDOW,
  }));
  const [rows, evidence] = await Promise.all([
    database.rows<LegRow>(WALLET_LEGS, { wallet, ids, spans: rangeTuples(ranges) }, context),
    database.rows<EvidenceRow>(SANDWICH_EVIDENCE, { first_slots: firstSlots, ids }, context),
  ]);
  const victims: VictimLeg[] = [];
  const attacks: AttackLeg[] = [];
  for (const [id, role, slot, blockIndex, pohTick, signer, trader, signature, pool, ...victim] of rows)
    if (role === 'victim') victims.push(toVictimLeg([slot, blockIndex, id, ...victim]));
    else attacks.push(toAttackLeg([id, role, slot, blockIndex, pohTick, signer, trader, signature, pool]));
  return {
    victims: victims.filter(
      (victim) => places.has(positionKey(victim)) && countsAtWindow(victim.slot, victim, window),
    ),
    ...toSandwiches(attacks, evidence),
  };
}
