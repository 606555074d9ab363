import bs58 from 'bs58';
import type { PlannedSwap } from '../../plan.js';
import { type Judgement, judge, type Reason } from './judge.js';
import type { LinkName, Sandwich } from './sandwich.js';

/** A planted sandwich in the labels file, one JSON line each. Amounts are decimal text. */
export interface SandwichLabel {
  id: string;
  /** The planted kind (`SANDWICH_KINDS`). */
  kind: string;
  dex: string;
  program_id: string;
  pool: string;
  /** Token a and b: what the front legs paid with and what they got. SOL is its wrapped mint. */
  mint_in: string;
  mint_out: string;
  /** Wallets of the attacker. */
  attackers: string[];
  /** The link that makes the legs one entity: the first of the four that holds. */
  link: LinkName;
  /** The private program that called the legs; null if they were called directly. */
  private_program: string | null;
  fronts: LabelledLeg[];
  /** Everyone who traded in the front's direction between the last front and the first back leg, planted or not. */
  victims: LabelledVictim[];
  backs: LabelledLeg[];
  /** Failed transactions of the attackers on this pool. */
  attempts: LabelledAttempt[];
  /** Transactions that create the link between wallets, if it is not in the legs. */
  links: LabelledPosition[];
  /** Σ back in / Σ front out, as two integers. */
  quantity: [string, string];
  /** In token a, on the matched share. */
  gross: string;
  /** Fees and tips of the legs' transactions, lamports. */
  cost: string;
  /** gross − cost; null if token a is not SOL. */
  net: string | null;
  first_slot: number;
  last_slot: number;
  /** The definition's verdict: whether a detector should count it. */
  counted: boolean;
  confidence: 'exact' | 'loose' | null;
  /** Why it is not counted; null if it is. */
  reason: Reason | null;
}

export interface LabelledPosition {
  slot: number;
  block_index: number;
  signature: string;
}

export interface LabelledLeg extends LabelledPosition {
  outer_index: number;
  inner_index: number | null;
  trader: string;
  pool_in: string;
  pool_out: string;
  trader_in: string;
  trader_out: string;
}

export interface LabelledVictim extends LabelledLeg {
  /** How much more it would have got without the attacker's legs, by replaying the generator's own pool. */
  loss: string;
  /** How much of the room that its limit left was taken, 0 to 1; null if that was not planned. */
  slippage_use: number | null;
  /** Planted as a victim; otherwise a bystander of the honest flow. */
  planted: boolean;
}

export interface LabelledAttempt extends LabelledPosition {
  side: 'front' | 'back';
}

export function sandwichLabel(sandwich: Sandwich): SandwichLabel {
  const { pool, fronts, backs, isBuy } = sandwich;
  const judgement: Judgement = judge(sandwich);
  const [mintIn, mintOut] = isBuy ? [pool.quoteMint, pool.baseMint] : [pool.baseMint, pool.quoteMint];
  return {
    id: sandwich.id,
    kind: sandwich.kind,
    dex: pool.dex.name,
    program_id: pool.dex.program.text,
    pool: pool.account.text,
    mint_in: mintIn.account.text,
    mint_out: mintOut.account.text,
    attackers: sandwich.attackers.map(({ text }) => text),
    link: sandwich.link,
    private_program: sandwich.privateProgram?.account.text ?? null,
    fronts: fronts.map(leg),
    victims: judgement.victims.map(({ swap, loss }) => ({
      ...leg(swap),
      loss: String(loss),
      slippage_use: sandwich.uses.get(swap) ?? null,
      planted: sandwich.intended.has(swap),
    })),
    backs: backs.map(leg),
    attempts: sandwich.attempts.map(({ plan, side }) => ({ ...positionOf(plan), side })),
    links: sandwich.linkPlans.map(positionOf),
    quantity: [String(judgement.backIn), String(judgement.frontOut)],
    gross: String(judgement.gross),
    cost: String(judgement.cost),
    net: judgement.net === null ? null : String(judgement.net),
    first_slot: judgement.firstSlot,
    last_slot: judgement.lastSlot,
    counted: judgement.confidence !== null,
    confidence: judgement.confidence,
    reason: judgement.reason,
  };
}

export function positionOf({ placed, kind }: PlannedSwap['plan']): LabelledPosition {
  if (placed === null || placed === undefined)
    throw new Error(`${kind}: a labelled transaction has no position`);
  return { slot: placed.slot, block_index: placed.blockIndex, signature: bs58.encode(placed.signature) };
}

function leg(swap: PlannedSwap): LabelledLeg {
  const { plan, fill, instructionIndex, innerIndex, trader } = swap;
  return {
    ...positionOf(plan),
    outer_index: instructionIndex + plan.placed!.shift,
    inner_index: innerIndex,
    trader: trader.text,
    pool_in: String(fill.poolIn),
    pool_out: String(fill.poolOut),
    trader_in: String(fill.traderIn),
    trader_out: String(fill.traderOut),
  };
}
