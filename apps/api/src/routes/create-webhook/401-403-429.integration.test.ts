import { admissionCases } from '../../testing/admission-cases.js';

admissionCases({ operationId: 'createWebhook', path: '/webhooks', limit: 30 });
