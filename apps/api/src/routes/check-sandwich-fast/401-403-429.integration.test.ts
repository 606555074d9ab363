import { admissionCases } from '../../testing/admission-cases.js';

admissionCases({ operationId: 'checkSandwichFast', path: '/mev/check-sandwich-fast', limit: 30 });
