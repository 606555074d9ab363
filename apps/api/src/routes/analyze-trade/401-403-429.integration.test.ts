import { admissionCases } from '../../testing/admission-cases.js';

admissionCases({ operationId: 'analyzeTrade', path: '/analyze-trade', limit: 6 });
