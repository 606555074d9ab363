import type { Operation } from './operation.js';
import { analyzeTrade } from './routes/analyze-trade/handler.js';
import { checkAttacker } from './routes/check-attacker/handler.js';
import { checkSandwich } from './routes/check-sandwich/handler.js';
import { checkSandwichFast } from './routes/check-sandwich-fast/handler.js';
import { checkWallet } from './routes/check-wallet/handler.js';
import { getJobStatus } from './routes/job-status/handler.js';
import { getTransaction } from './routes/transaction/handler.js';
import { validateCompetition } from './routes/validate-competition/handler.js';

/** Every operation of the interface that exists. */
export const OPERATIONS: readonly Operation[] = [
  analyzeTrade,
  getTransaction,
  checkSandwichFast,
  checkSandwich,
  checkWallet,
  checkAttacker,
  validateCompetition,
  getJobStatus,
];
