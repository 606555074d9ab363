import { admissionCases } from '../../testing/admission-cases.js';

admissionCases({ operationId: 'listValidators', path: '/validators', limit: 30 });
