import { admissionCases } from '../../testing/admission-cases.js';

admissionCases({ operationId: 'listAttackers', path: '/mev/attackers', limit: 30 });
