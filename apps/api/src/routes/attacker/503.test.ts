import { ACCOUNT } from '../../testing/api-without-database.js';
import { needsClickHouse } from '../../testing/expect-unavailable.js';
import { get } from '../../testing/request.js';

needsClickHouse((url) => get(`${url}/api/mev/attackers/${ACCOUNT}`));
