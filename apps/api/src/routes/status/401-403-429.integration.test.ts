import { admissionCases } from '../../testing/admission-cases.js';

admissionCases({ operationId: 'getStatus', path: '/status', limit: 30 });
