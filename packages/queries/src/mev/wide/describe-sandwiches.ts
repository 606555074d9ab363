import { comparePositions, positionKey, signatureToBase58 } from '@tickscope/chain';
import { FINAL_AFTER_SLOTS, type Sandwich, victimsAtWindow } from '@tickscope/sandwich';
import { placedTransactions, undecodedAttempts } from '@tickscope/store';
import { knownAmount, type TokenOf, tokenAmount } from '../../amounts/token-amount.js';
import type { Database, QueryContext } from '../../database.js';
import { readTokens } from '../../reference/token-symbols.js';
import { type AttackLeg, type Evidence, groupBy, type KnownSandwich, type VictimLeg } from '../incidents.js';
import { intentFields } from '../intent-columns.js';
import { judgedSandwich, readVerdictsNow, type VerdictNow } from '../now/verdicts-now.js';
import type { VictimsAndSandwiches } from '../stored-sandwiches.js';
import type { Detected } from './detect-around.js';
import { readOf } from './read-of.js';

/** Describes those detected sandwiches that count as of now like stored ones, including failed attempts that no decoder could read. */
export async function describeSandwiches(
  database: Database,
  detected: readonly Detected[],
  window: number,
  context: QueryContext,
): Promise<VictimsAndSandwiches> {
  const sandwiches = new Map(detected.map(({ sandwich }) => [sandwich.id, sandwich]));
  const legs = [...sandwiches.values()].flatMap(unplacedLegs);
  const mints = [...sandwiches.values()].flatMap(({ mintIn, mintOut, gainMint }) => [
    mintIn,
    mintOut,
    gainMint,
  ]);
  const [verdicts, tokenOf, placed, undecoded] = await Promise.all([
    readVerdictsNow(database, [...sandwiches.values()].map(judgedSandwich), context),
    readTokens(database, mints, context),
    placedTransactions(readOf(database, context), legs),
    undecodedAttempts(readOf(database, context), [...sandwiches.values()]),
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
    .map(({ swap, lossAmount, lossMethod, slippageUse, limitAge }) => ({
      slot: swap.slot,
      blockIndex: swap.blockIndex,
      sandwichId: sandwich.id,
      firstSlot: sandwich.firstSlot,
      lastSlot: sandwich.lastSlot,
      traderIn: String(swap.traderIn),
      traderOut: String(swap.traderOut),
      lossAmount: lossAmount === null ? null : String(lossAmount),
      lossMethod,
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

/** Of those that count, by id. */
function evidenceOf(
  detected: readonly Detected[],
  verdicts: ReadonlyMap<string, VerdictNow>,
  tokenOf: TokenOf,
): Map<string, KnownSandwich> {
  const known = new Map<string, KnownSandwich>();
  for (const { sandwich, lastSlot } of detected) {
    const { confidence, ...verdict } = verdicts.get(sandwich.id)!;
    if (confidence === 'suspected') continue;
    const evidence = toEvidence(sandwich, { ...verdict, confidence }, lastSlot, tokenOf);
    known.set(sandwich.id, { evidence, tokenOf });
  }
  return known;
}

function toEvidence(
  sandwich: Sandwich,
  verdict: VerdictNow & Pick<Evidence, 'confidence'>,
  lastSlot: number,
  tokenOf: TokenOf,
): Evidence {
  const { id, link, linkAddress, quantityRatio, mintIn, mintOut, gainMint, gross, net, victims } = sandwich;
  return {
    id,
    confidence: verdict.confidence,
    confidence_then: verdict.confidenceThen,
    basis: verdict.basis,
    link,
    link_address: linkAddress,
    quantity_ratio: quantityRatio,
    mint_in: mintIn,
    mint_out: mintOut,
    gain_mint: gainMint,
    gross: String(gross),
    net: net === null ? null : String(net),
    gain: tokenAmount(String(gross), gainMint, tokenOf),
    net_gain: knownAmount(net === null ? null : String(net), gainMint, tokenOf),
    is_final: lastSlot - sandwich.lastSlot >= FINAL_AFTER_SLOTS,
    victim_count: victims.length,
    ...intentFields({
      ...sandwich.evidence,
      intent: verdict.intent,
      evidence: [...verdict.signs],
    }),
    // Computed for this request, never stored.
    revision: 1,
  };
}
