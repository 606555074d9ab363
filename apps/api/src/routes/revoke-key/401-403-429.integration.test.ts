import { admissionCases } from '../../testing/admission-cases.js';

admissionCases({
  operationId: 'revokeKey',
  path: '/keys/abc',
  limit: null,
  by: 'jwt',
  needsSubscription: false,
});
