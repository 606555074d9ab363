import { SIGNATURE } from '../../testing/api-without-database.js';
import { takesOnly } from '../../testing/takes-only.js';

takesOnly('GET', `/api/transaction/${SIGNATURE}`);
