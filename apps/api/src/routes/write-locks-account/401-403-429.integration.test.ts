import { admissionCases } from '../../testing/admission-cases.js';

admissionCases({ operationId: 'getAccountWriteLocks', path: '/write-locks/account', limit: 6 });
