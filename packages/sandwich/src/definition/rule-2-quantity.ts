import type { Swap } from '@tickscope/dex';
import { type Leg, swapsOf } from '../engine/leg.js';
import { privateProgram } from '../engine/prior.js';
import type { Thresholds } from '../options.js';
import type { LinkKind, QuantityBasis } from '../sandwich.js';
import type { LinkedLeg } from './rule-1-linked-legs.js';
import type { BotHistory } from './rule-2-known-bots.js';

const MILLION = 1_000_000n;

/** Whether |sold / bought − 1| ≤ share, in exact integer arithmetic. */
export function isWithin(sold: bigint, bought: bigint, share: number): boolean {
  const difference = sold > bought ? sold - bought : bought - sold;
  return difference * MILLION <= bought * BigInt(Math.round(share * 1e6));
}

/** Rule 2 (a) to (c) for legs with matching amounts; null if none holds. */
export function basisOf<S extends Swap>(
  fronts: readonly Leg<S>[],
  backs: readonly Leg<S>[],
  link: LinkedLeg<S>,
  isProfitableMatch: boolean,
  { shortSpan }: Thresholds,
  bots: BotHistory,
): QuantityBasis | null {
  const span = backs[backs.length - 1]!.slot - fronts[0]!.slot;
  const isPrivate = link.kind === 'private_program';
  if (!isPrivate && span === 0) return 'same_slot';
  if (!isPrivate && isProfitableMatch && span <= shortSpan) return 'short_span';
  return isOfKnownBot({ fronts, backs, link: link.kind, linkAddress: link.address }, bots)
    ? 'known_bot'
    : null;
}

/** Whether the entity of the legs was a known bot when its front ran. */
export function isOfKnownBot<S extends Swap>(
  {
    fronts,
    backs,
    link,
    linkAddress,
  }: { fronts: readonly Leg<S>[]; backs: readonly Leg<S>[]; link: LinkKind; linkAddress: string },
  bots: BotHistory,
): boolean {
  const legs = swapsOf([...fronts, ...backs]);
  const program = privateProgram(legs);
  const addresses = [
    ...legs.map(({ trader }) => trader),
    linkAddress,
    ...(program === null ? [] : [program]),
  ];
  if (!bots.isKnown(addresses, fronts[0]!.moment)) return false;
  return link !== 'private_program' || isAlone(fronts[0]!, backs[0]!);
}

/**
 * Whether no one else called the program in the pool between the two legs. An unknown trading terminal has many
 * callers, and two of them match by chance; a bot's own program is called only by the bot.
 */
function isAlone<S extends Swap>(front: Leg<S>, back: Leg<S>): boolean {
  const program = front.swap.outerProgramId;
  for (const swap of front.pool.window.between(front, back).swaps) {
    if (swap.outerProgramId !== program) continue;
    if (swap.trader !== front.swap.trader && swap.trader !== back.swap.trader) return false;
  }
  return true;
}
