import { admissionCases } from '../../testing/admission-cases.js';

admissionCases({ operationId: 'validateCompetition', path: '/mev/validate-competition', limit: 6 });
