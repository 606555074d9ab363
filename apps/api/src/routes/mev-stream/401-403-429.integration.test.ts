import { admissionCases } from '../../testing/admission-cases.js';

// What is let in is refused for its filter: a stream would not end.
admissionCases({ operationId: 'streamSandwiches', path: '/mev/stream?pool=abc', limit: null });
