export {
  type BackfillDeps,
  type BackfillReport,
  type BackfillRequest,
  backfill,
} from './backfill/backfill.js';
export { BackfillFailure } from './backfill/backfill-failure.js';
export { detectionRanges, type SlotRange } from './detection/detection-ranges.js';
export { type DetectionEvents, LiveDetection } from './detection/live-detection.js';
export { type RedetectOptions, type RedetectReport, redetect } from './detection/redetect.js';
export {
  type RedetectSlotsOptions,
  type RedetectSlotsReport,
  redetectSlots,
} from './detection/redetect-slots.js';
export { RETAINED_SLOTS, resumeDetector } from './detection/resume-detector.js';
export { storedTrades, type TradesChunk } from './detection/stored-trades.js';
export { sandwichCheck } from './detection/verify-sandwiches.js';
export { detectFormat, type FileFormat, FORMAT_NAMES } from './file-format.js';
export { type FileItem, type FileSource, LinkCheck, openFile } from './file-source.js';
export { type FileReport, type ImportOptions, importFile, slotCount } from './import-file.js';
export { ChainWatch, type ChainWatchEvents, type ChainWatchOptions } from './live/chain-watch.js';
export { DISCONNECT_CAUSES, type DisconnectCause } from './live/disconnect-cause.js';
export {
  connect,
  type GeyserEndpoint,
  GeyserStream,
  GeyserTimeout,
  type SubscriptionContent,
  type SubscriptionMode,
} from './live/geyser-stream.js';
export { type Hole, HoleFinder } from './live/hole-finder.js';
export { Ingester, type IngesterEvents, type IngesterLimits, type IngesterOptions } from './live/ingester.js';
export { recordMissedHoles } from './live/missed-holes.js';
export { type RecordOptions, type RecordReport, record } from './live/record.js';
export { MAX_MESSAGE_BYTES, type RecordedMessage, readRecording } from './recording.js';
export {
  LabelsSource,
  REFERENCE_KINDS,
  ReferenceData,
  ReferenceDataError,
  type ReferenceDataOptions,
  type ReferenceEvents,
  type ReferenceKind,
  type Schedule,
  type TokenNamesLimits,
} from './reference/index.js';
export { GapRepair, type RepairEvents, type RepairLimits } from './repair/gap-repair.js';
export type { RepairSource } from './repair/repair-source.js';
export { type ReplaySourceOptions, replaySource } from './repair/replay-source.js';
export { rpcSource } from './repair/rpc-source.js';
export { type FetchedBlock, fetchBlock } from './rpc/fetch-block.js';
export * from './rpc/index.js';
export { Spill, type SpillOptions, type SpillState } from './spill/spill.js';
export { SpillError } from './spill/spill-lock.js';
