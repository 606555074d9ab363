import { takesOnly } from '../../testing/takes-only.js';

takesOnly('GET', '/api/mev/attackers');
