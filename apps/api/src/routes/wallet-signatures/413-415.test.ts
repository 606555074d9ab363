import { ACCOUNT } from '../../testing/api-without-database.js';
import { takesOnlyJson } from '../../testing/takes-only-json.js';

takesOnlyJson(`/api/wallet/${ACCOUNT}/signatures`);
