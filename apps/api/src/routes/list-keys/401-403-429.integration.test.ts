import { admissionCases } from '../../testing/admission-cases.js';

admissionCases({ operationId: 'listKeys', path: '/keys', limit: null, by: 'jwt' });
