import { admissionCases } from '../../testing/admission-cases.js';

admissionCases({ operationId: 'checkWallet', path: '/mev/check-wallet', limit: 6 });
