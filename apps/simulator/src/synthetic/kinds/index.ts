import { accountCreationKind } from './account-creation.js';
import { demotedLocksKind } from './demoted-locks.js';
import type { TransactionKind } from './kind.js';
import { lamportTransferKind } from './lamport-transfer.js';
import { marketTradeKind } from './market-trade.js';
import { tokenTransferKind } from './token-transfer.js';

/** The kinds that a generated chain draws from besides votes; more can be passed to the generator. */
export const DEFAULT_KINDS: readonly TransactionKind[] = [
  marketTradeKind,
  tokenTransferKind,
  lamportTransferKind,
  accountCreationKind,
  demotedLocksKind,
];
