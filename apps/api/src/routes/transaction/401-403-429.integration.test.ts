import { admissionCases } from '../../testing/admission-cases.js';

admissionCases({ operationId: 'getTransaction', path: '/transaction/abc', limit: 6 });
