import { takesOnlyJson } from '../../testing/takes-only-json.js';

takesOnlyJson('/api/backfill-transaction');
