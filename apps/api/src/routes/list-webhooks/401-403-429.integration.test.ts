import { admissionCases } from '../../testing/admission-cases.js';

admissionCases({ operationId: 'listWebhooks', path: '/webhooks', limit: 30 });
