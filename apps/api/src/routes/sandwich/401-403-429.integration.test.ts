import { admissionCases } from '../../testing/admission-cases.js';

admissionCases({ operationId: 'getSandwich', path: '/mev/sandwiches/1.0.0.-1.0', limit: 30 });
