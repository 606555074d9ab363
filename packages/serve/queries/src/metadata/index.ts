export { readAddresses } from './address-metadata.js';
export { readTokenNames } from './token-names.js';
export {
  type BareMetadata,
  parsedError,
  storedMetadata,
  type TransactionMetadata,
  unknownMetadata,
} from './transaction-metadata.js';
