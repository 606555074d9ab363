import { admissionCases } from '../../testing/admission-cases.js';

admissionCases({ operationId: 'enhanceMetadata', path: '/enhance-metadata', limit: 6 });
