import { admissionCases } from '../../testing/admission-cases.js';

admissionCases({ operationId: 'deleteWebhook', path: '/webhooks/abc', limit: 30 });
