import { admissionCases } from '../../testing/admission-cases.js';

admissionCases({ operationId: 'listSlots', path: '/slots', limit: 30 });
