import type { SandwichKind } from '../sandwich-kind.js';
import { knownBot } from './known-bot.js';
import * as linked from './linked-wallets.js';
import * as one from './one-victim.js';
import { twoAttackers } from './two-attackers.js';
import * as victims from './victims.js';
import * as wide from './wide.js';

/** Every planted kind of sandwich, used in turn. */
export const SANDWICH_KINDS: readonly SandwichKind[] = [
  one.sameSlot,
  one.sameSlotSpread,
  one.sameSlotSell,
  victims.twoVictims,
  victims.manyVictims,
  victims.oppositeVictims,
  one.splitFronts,
  one.splitBacks,
  wide.wide,
  wide.wideSkipped,
  wide.wideLeaderBoundary,
  wide.wideLoss,
  wide.wideLong,
  linked.linkedTokenAccount,
  linked.linkedOneTransfer,
  linked.linkedTwoTransfers,
  linked.linkedSetAuthority,
  linked.privateProgram,
  one.inventoryMore,
  one.inventoryLess,
  one.inventoryNear,
  victims.aggregatorVictim,
  victims.routeVictim,
  victims.transferFeeMint,
  one.failedFronts,
  twoAttackers,
  knownBot,
];
