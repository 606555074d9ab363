import { admissionCases } from '../../testing/admission-cases.js';

// Admitted requests are refused for an invalid filter, because a stream would not end.
admissionCases({ operationId: 'streamSandwiches', path: '/mev/stream?pool=abc', limit: null });
