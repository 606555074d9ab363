import { takesOnly } from '../../testing/takes-only.js';

takesOnly('POST', '/api/mev/check-sandwich');
