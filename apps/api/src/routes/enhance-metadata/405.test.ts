import { takesOnly } from '../../testing/takes-only.js';

takesOnly('POST', '/api/enhance-metadata');
