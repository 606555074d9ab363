export { explainTransaction } from './explain.js';
export type * from './explanation.js';
export { programName } from './program-names.js';
export { type AnsweredTransaction, readAnswer } from './read-answer.js';
