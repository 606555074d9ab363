export { boundarySignature, countStoredSignatures, readStoredSignatures } from './stored-signatures.js';
export { readStoredWindow, type StoredWindow } from './stored-window.js';
export type { TimeWindow } from './time-window.js';
export type { StoredPart } from './window-buckets.js';
