import { takesOnly } from '../../testing/takes-only.js';

takesOnly('GET', '/api/mev/attackers/9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM');
