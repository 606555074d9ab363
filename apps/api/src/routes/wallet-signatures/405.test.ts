import { ACCOUNT } from '../../testing/api-without-database.js';
import { takesOnly } from '../../testing/takes-only.js';

takesOnly('POST', `/api/wallet/${ACCOUNT}/signatures`);
