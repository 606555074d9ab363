import { takesOnly } from '../../testing/takes-only.js';

takesOnly('GET', '/api/mev/sandwiches/1.0.0.-1.0');
