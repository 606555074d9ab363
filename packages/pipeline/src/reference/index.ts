export { LabelsSource } from './labels-source.js';
export {
  REFERENCE_KINDS,
  ReferenceData,
  type ReferenceDataOptions,
  type ReferenceEvents,
  type ReferenceKind,
} from './reference-data.js';
export type { Schedule } from './run-on-schedule.js';
export { ReferenceDataError } from './shapes.js';
export type { TokenNamesLimits } from './token-names.js';
