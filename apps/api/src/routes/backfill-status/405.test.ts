import { takesOnly } from '../../testing/takes-only.js';

takesOnly('GET', '/api/backfill-status/7f8d3c1e-5b0a-4f57-9a55-3a4d0a3c5f10');
