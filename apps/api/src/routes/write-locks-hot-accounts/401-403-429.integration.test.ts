import { admissionCases } from '../../testing/admission-cases.js';

admissionCases({ operationId: 'findHotAccounts', path: '/write-locks/hot-accounts', limit: 6 });
