import { admissionCases } from '../../testing/admission-cases.js';
import { ACCOUNT } from '../../testing/api-without-database.js';

admissionCases({ operationId: 'walletSignatures', path: `/wallet/${ACCOUNT}/signatures`, limit: 6 });
