import { takesOnly } from '../../testing/takes-only.js';

takesOnly('POST', '/api/write-locks/hot-accounts');
