export { isBasisCurrent } from './is-current.js';
export { readDaysBasis, readSignaturesBasis } from './read-basis.js';
export { withBasis } from './with-basis.js';
