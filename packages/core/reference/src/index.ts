export { cleanText } from './clean-text.js';
export { clientName } from './client-id.js';
export { CURATED_LABELS } from './labels/curated-labels.js';
export { LABEL_KINDS, type Label } from './labels/label.js';
export { type CsvRow, parseCsv } from './labels/parse-csv.js';
export { LabelFileError, MOST_LABEL_FILE_BYTES, parseLabelFile } from './labels/parse-label-file.js';
export { decodeMetaplexMetadata } from './metaplex-metadata.js';
export { decodeMint, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './mint-account.js';
export { METADATA_PROGRAM, metadataAddress } from './program-address.js';
export type { TokenNames } from './token-names.js';
export {
  CONFIG_PROGRAM,
  decodeValidatorInfo,
  VALIDATOR_INFO_KEY,
  VALIDATOR_INFO_KEY_AT,
  type ValidatorInfo,
} from './validator-info.js';
