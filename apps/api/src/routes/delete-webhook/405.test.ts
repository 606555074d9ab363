import { takesOnly } from '../../testing/takes-only.js';

takesOnly('DELETE', '/api/webhooks/00000000-0000-4000-8000-000000000000');
