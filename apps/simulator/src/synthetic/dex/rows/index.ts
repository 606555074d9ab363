import { habits } from './attacks/habits.js';
import { linkedWallets } from './attacks/linked-wallets.js';
import { oneWallet } from './attacks/one-wallet.js';
import { shapes } from './attacks/shapes.js';
import { makers } from './look-alikes/makers.js';
import { profits } from './look-alikes/profits.js';
import { strangers } from './look-alikes/strangers.js';
import { volume } from './look-alikes/volume.js';
import type { Row } from './row.js';

/** Both tables of the definition's "What the answer must be": attacks, then look-alikes. */
export const ROWS: readonly Row[] = [
  ...oneWallet,
  ...linkedWallets,
  ...habits,
  ...shapes,
  ...profits,
  ...volume,
  ...makers,
  ...strangers,
];
