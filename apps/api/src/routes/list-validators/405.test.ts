import { takesOnly } from '../../testing/takes-only.js';

takesOnly('GET', '/api/validators');
