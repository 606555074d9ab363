import { admissionCases } from '../../testing/admission-cases.js';

admissionCases({ operationId: 'checkSandwich', path: '/mev/check-sandwich', limit: 6 });
