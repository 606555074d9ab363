import { comparePositions, groupBy, positionKey, signatureToBase58 } from '@tickscope/chain';
import { FINAL_AFTER_SLOTS, type Sandwich, type VerdictNow, victimsAtWindow } from '@tickscope/sandwich';
import { keptOf, placedTransactions, undecodedAttempts, verdictsNow, walletChanges } from '@tickscope/store';
import type { TokenOf } from '../../amounts/token-amount.js';
import { type Database, type QueryContext, readOf } from '../../database.js';
import { readTokensOf } from '../../reference/token-symbols.js';
import type { AttackLeg, VictimLeg } from '../incidents.js';
import { type KnownSandwich, toEvidence } from '../sandwich-evidence.js';
import type { VictimsAndSandwiches } from '../stored-sandwiches.js';
import type { Detected } from './detect-around.js';

/** Describes those detected sandwiches that count as of now like stored ones, including failed attempts that no decoder could read. */
export async function describeSandwiches(
  database: Database,
  detected: readonly Detected[],
  window: number,
  context: QueryContext,
): Promise<VictimsAndSandwiches> {
  const sandwiches = new Map(detected.map(({ sandwich }) => [sandwich.id, sandwich]));
  const legs = [...sandwiches.values()].flatMap(unplacedLegs);
  const read = readOf(database, context);
  const [verdicts, tokenOf, placed, undecoded, changes] = await Promise.all([
    verdictsNow(read, [...sandwiches.values()], context.beforeRecords),
    readTokensOf(database, [...sandwiches.values()], context),
    placedTransactions(read, legs),
    undecodedAttempts(read, [...sandwiches.values()]),
    walletChanges(read, [...sandwiches.values()]),
  ]);
  const placedLegs = legs.flatMap((leg): AttackLeg[] => {
    const found = placed.get(positionKey(leg));
    if (found === undefined) return [];
    return [{ ...leg, signature: signatureOfHex(found.signature), pohTick: found.pohTick }];
  });
  const known = new Set(legs.map(legKey));
  for (const [sandwichId, attempts] of undecoded)
    for (const { role, slot, blockIndex, pohTick, signer, trader, signature: hex, pool } of attempts) {
      if (role !== 'front_attempt' && role !== 'back_attempt') continue;
      const signature = signatureOfHex(hex);
      const leg = { sandwichId, role, slot, blockIndex, pohTick, signer, trader, signature, pool };
      if (!known.has(legKey(leg))) placedLegs.push(leg);
    }
  return {
    victims: detected.flatMap((it) => victimLegs(it, window)),
    legs: groupBy(placedLegs.sort(comparePositions), ({ sandwichId }) => sandwichId),
    evidence: evidenceOf(
      detected,
      new Map([...sandwiches.keys()].map((id, at) => [id, verdicts[at]!])),
      (sandwich) => keptOf(sandwich, changes),
      tokenOf,
    ),
  };
}

/** Identifies a sandwich's row in a transaction. */
function legKey({ sandwichId, slot, blockIndex }: UnplacedLeg): string {
  return `${sandwichId}/${slot}/${blockIndex}`;
}

function victimLegs({ near, sandwich }: Detected, window: number): VictimLeg[] {
  const asked = new Set(near.victims.map(positionKey));
  return victimsAtWindow(sandwich, window)
    .filter(({ swap }) => asked.has(positionKey(swap)))
    .map(({ swap, lossAmount, lossMethod, lossSide, slippageUse, limitAge }) => ({
      slot: swap.slot,
      blockIndex: swap.blockIndex,
      sandwichId: sandwich.id,
      firstSlot: sandwich.firstSlot,
      lastSlot: sandwich.lastSlot,
      traderIn: String(swap.traderIn),
      traderOut: String(swap.traderOut),
      lossAmount: lossAmount === null ? null : String(lossAmount),
      lossMethod,
      lossSide,
      slippageUse,
      limitAge,
    }));
}

type UnplacedLeg = Omit<AttackLeg, 'signature' | 'pohTick'>;

function unplacedLegs({ id, pool, fronts, backs, attempts }: Sandwich): UnplacedLeg[] {
  type Made = { slot: number; blockIndex: number; feePayer: string; trader: string };
  const leg =
    (role: AttackLeg['role']) =>
    ({ slot, blockIndex, feePayer, trader }: Made): UnplacedLeg => ({
      sandwichId: id,
      role,
      slot,
      blockIndex,
      signer: feePayer,
      trader,
      pool,
    });
  return [
    ...fronts.map(leg('front')),
    ...backs.map(leg('back')),
    ...attempts.map(({ attempt, side }) => leg(side === 'front' ? 'front_attempt' : 'back_attempt')(attempt)),
  ];
}

function signatureOfHex(hex: string): AttackLeg['signature'] {
  return signatureToBase58(Buffer.from(hex, 'hex'));
}

/** Evidence for those that count, by id. */
function evidenceOf(
  detected: readonly Detected[],
  verdicts: ReadonlyMap<string, VerdictNow>,
  kept: (sandwich: Sandwich) => bigint | null,
  tokenOf: TokenOf,
): Map<string, KnownSandwich> {
  const known = new Map<string, KnownSandwich>();
  for (const { sandwich, lastSlot } of detected) {
    const { confidence, signs, ...verdict } = verdicts.get(sandwich.id)!;
    if (confidence === 'suspected') continue;
    const row = {
      ...{ ...sandwich, ...sandwich.evidence, ...verdict, confidence, confidenceThen: sandwich.confidence },
      evidence: [...signs],
      gross: String(sandwich.gross),
      net: textOf(sandwich.net),
      kept: textOf(kept(sandwich)),
      isFinal: lastSlot - sandwich.lastSlot >= FINAL_AFTER_SLOTS,
      victimCount: sandwich.victims.length,
      // Computed for this request, never stored.
      revision: 1,
    };
    known.set(sandwich.id, { evidence: toEvidence(row, tokenOf), tokenOf });
  }
  return known;
}

const textOf = (amount: bigint | null): string | null => (amount === null ? null : String(amount));
