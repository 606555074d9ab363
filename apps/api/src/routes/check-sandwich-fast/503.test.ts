import { SIGNATURE } from '../../testing/api-without-database.js';
import { needsClickHouse } from '../../testing/expect-unavailable.js';
import { post } from '../../testing/request.js';

needsClickHouse((url) => post(`${url}/api/mev/check-sandwich-fast`, { signature: SIGNATURE }));
