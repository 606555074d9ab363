import { admissionCases } from '../../testing/admission-cases.js';

admissionCases({ operationId: 'backfillTransaction', path: '/backfill-transaction', limit: null });
