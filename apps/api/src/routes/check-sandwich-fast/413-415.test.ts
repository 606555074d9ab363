import { takesOnlyJson } from '../../testing/takes-only-json.js';

takesOnlyJson('/api/mev/check-sandwich-fast');
