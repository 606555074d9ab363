import { ACCOUNT, SIGNATURE } from '../../testing/api-without-database.js';
import { needsClickHouse } from '../../testing/expect-unavailable.js';
import { post } from '../../testing/request.js';

needsClickHouse((url) => post(`${url}/api/analyze-trade`, { signature: SIGNATURE, account_id: ACCOUNT }));
