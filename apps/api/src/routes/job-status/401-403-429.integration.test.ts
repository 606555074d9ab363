import { admissionCases } from '../../testing/admission-cases.js';

admissionCases({ operationId: 'getJobStatus', path: '/mev/job-status/abc', limit: null });
