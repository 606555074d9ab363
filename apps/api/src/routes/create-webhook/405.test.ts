import { takesOnly } from '../../testing/takes-only.js';

takesOnly(['POST', 'GET'], '/api/webhooks');
