import type { Operation } from './operation.js';
import { analyzeTrade } from './routes/analyze-trade/handler.js';
import { checkSandwichFast } from './routes/check-sandwich-fast/handler.js';
import { getTransaction } from './routes/transaction/handler.js';

/** Every operation of the interface that exists. */
export const OPERATIONS: readonly Operation[] = [analyzeTrade, getTransaction, checkSandwichFast];
