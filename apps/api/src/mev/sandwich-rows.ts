import { toInteger, toIntegerOrNull } from '../database/integers.js';
import { type AttackLeg, type Evidence, groupBy, type Sandwiches, type VictimLeg } from './incidents.js';

/** The SELECT list of every query for victims' legs. */
export type VictimLegRow = [slot: string, blockIndex: number, sandwichId: string, ...VictimColumns];

export type VictimColumns = [
  firstSlot: string,
  lastSlot: string,
  lossAmount: string | null,
  lossMethod: string | null,
];

export function toVictimLeg(row: VictimLegRow): VictimLeg {
  const [slot, blockIndex, sandwichId, firstSlot, lastSlot, lossAmount, lossMethod] = row;
  return {
    slot: toInteger(slot),
    blockIndex,
    sandwichId,
    firstSlot: toInteger(firstSlot),
    lastSlot: toInteger(lastSlot),
    lossAmount,
    lossMethod,
  };
}

/** The SELECT list of every query for attackers' legs. */
export type AttackLegRow = [sandwichId: string, role: AttackLeg['role'], ...LegColumns];

export type LegColumns = [
  slot: string,
  blockIndex: number,
  pohTick: string | null,
  signer: string,
  trader: string,
  signature: string,
  pool: string,
];

export function toAttackLeg(row: AttackLegRow): AttackLeg {
  const [sandwichId, role, slot, blockIndex, pohTick, signer, trader, signature, pool] = row;
  return {
    sandwichId,
    role,
    slot: toInteger(slot),
    blockIndex,
    pohTick: toIntegerOrNull(pohTick),
    signer,
    trader,
    signature,
    pool,
  };
}

/** The SELECT list of every query for sandwiches. */
export type EvidenceRow = [
  id: string,
  confidence: 'exact' | 'loose',
  basis: string | null,
  link: string,
  linkAddress: string,
  quantityRatio: number,
  mintIn: string,
  mintOut: string,
  gross: string,
  net: string | null,
  isFinal: boolean,
  victimCount: number,
  revision: number,
];

function toEvidence(row: EvidenceRow): Evidence {
  const [id, confidence, basis, link, linkAddress, quantityRatio, mintIn, mintOut, gross, net] = row;
  return {
    id,
    confidence,
    basis,
    link,
    link_address: linkAddress,
    quantity_ratio: quantityRatio,
    mint_in: mintIn,
    mint_out: mintOut,
    gross,
    net,
    is_final: row[10],
    victim_count: row[11],
    revision: row[12],
  };
}

export function toSandwiches(legs: readonly AttackLeg[], evidence: readonly EvidenceRow[]): Sandwiches {
  return {
    legs: groupBy(legs, ({ sandwichId }) => sandwichId),
    evidence: new Map(evidence.map((row) => [row[0], toEvidence(row)])),
  };
}
