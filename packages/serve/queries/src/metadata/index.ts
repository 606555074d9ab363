export { readAddresses } from './address-metadata.js';
export { readTokenNames } from './token-names.js';
export { type StoredMetadata, storedMetadata } from './transaction-metadata.js';
