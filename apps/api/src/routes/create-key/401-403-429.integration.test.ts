import { admissionCases } from '../../testing/admission-cases.js';

admissionCases({ operationId: 'createKey', path: '/keys', limit: null, by: 'jwt' });
