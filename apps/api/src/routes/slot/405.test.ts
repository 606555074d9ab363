import { takesOnly } from '../../testing/takes-only.js';

takesOnly('GET', '/api/slots/370537741');
