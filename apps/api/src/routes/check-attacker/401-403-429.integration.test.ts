import { admissionCases } from '../../testing/admission-cases.js';

admissionCases({ operationId: 'checkAttacker', path: '/mev/check-attacker', limit: 6 });
