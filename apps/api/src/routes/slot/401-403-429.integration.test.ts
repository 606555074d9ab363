import { admissionCases } from '../../testing/admission-cases.js';

admissionCases({ operationId: 'getSlot', path: '/slots/370537741', limit: 30 });
