import { admissionCases } from '../../testing/admission-cases.js';

admissionCases({
  operationId: 'getAttacker',
  path: '/mev/attackers/9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM',
  limit: 30,
});
