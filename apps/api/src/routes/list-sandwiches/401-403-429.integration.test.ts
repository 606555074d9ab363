import { admissionCases } from '../../testing/admission-cases.js';

admissionCases({ operationId: 'listSandwiches', path: '/mev/sandwiches', limit: 30 });
