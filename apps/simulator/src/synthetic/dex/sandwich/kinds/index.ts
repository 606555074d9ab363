import type { SandwichKind } from '../sandwich-kind.js';
import { aggregatorVictim } from './aggregator-victim.js';
import { failedFronts } from './failed-fronts.js';
import { inventoryLess, inventoryMore, inventoryNear } from './inventory.js';
import { knownBot } from './known-bot.js';
import {
  linkedOneTransfer,
  linkedSetAuthority,
  linkedTokenAccount,
  linkedTwoTransfers,
} from './linked-wallets.js';
import { oppositeVictims } from './opposite-victims.js';
import { privateProgram } from './private-program.js';
import { routeVictim } from './route-victim.js';
import { sameSlot } from './same-slot.js';
import { sameSlotSell } from './same-slot-sell.js';
import { sameSlotSpread } from './same-slot-spread.js';
import { manyVictims, twoVictims } from './several-victims.js';
import { splitBacks, splitFronts } from './split-legs.js';
import { transferFeeMint } from './transfer-fee-mint.js';
import { twoAttackers } from './two-attackers.js';
import { wide, wideLeaderBoundary, wideLong, wideLoss, wideSkipped } from './wide.js';

/** Every planted kind of sandwich, used in turn. */
export const SANDWICH_KINDS: readonly SandwichKind[] = [
  sameSlot,
  sameSlotSpread,
  sameSlotSell,
  twoVictims,
  manyVictims,
  oppositeVictims,
  splitFronts,
  splitBacks,
  wide,
  wideSkipped,
  wideLeaderBoundary,
  wideLoss,
  wideLong,
  linkedTokenAccount,
  linkedOneTransfer,
  linkedTwoTransfers,
  linkedSetAuthority,
  privateProgram,
  inventoryMore,
  inventoryLess,
  inventoryNear,
  aggregatorVictim,
  routeVictim,
  transferFeeMint,
  failedFronts,
  twoAttackers,
  knownBot,
];
