import { admissionCases } from '../../testing/admission-cases.js';

admissionCases({
  operationId: 'getSubscription',
  path: '/subscription',
  limit: null,
  needsSubscription: false,
});
