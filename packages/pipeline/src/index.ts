export { MissingRangeFinder } from './assemble/missing-range-finder.js';
export { recordUnrecordedGaps } from './assemble/unrecorded-gaps.js';
export {
  type BackfillDeps,
  type BackfillReport,
  type BackfillRequest,
  backfill,
} from './backfill/backfill.js';
export { BackfillError, type BackfillErrorCode } from './backfill/backfill-error.js';
export { type StreamRangeOptions, type StreamRangeReport, streamRange } from './backfill/stream-range.js';
export { detectionRanges } from './detect/detection-ranges.js';
export { type DetectionEvents, LiveDetection } from './detect/live-detection.js';
export { type RedetectOptions, type RedetectReport, redetect } from './detect/redetect.js';
export {
  type RedetectSlotsOptions,
  type RedetectSlotsReport,
  redetectSlots,
} from './detect/redetect-slots.js';
export { RETAINED_SLOTS, resumeDetector } from './detect/resume-detector.js';
export { storedTrades, type TradesChunk } from './detect/stored-trades.js';
export { sandwichCheck } from './detect/verify-sandwiches.js';
export { ChainWatch, type ChainWatchEvents, type ChainWatchOptions } from './fork-choice/chain-watch.js';
export type { ChainLink } from './fork-choice/fork-choice.js';
export { type FileReport, type ImportOptions, importFile, slotCount } from './import-file.js';
export { Ingester, type IngesterEvents, type IngesterOptions } from './ingester.js';
export type { IngesterLimits } from './ingester-limits.js';
export type { StreamObservation } from './probe/observe-stream.js';
export { type EndpointProbe, type ProbeOptions, probeEndpoint } from './probe/probe-endpoint.js';
export { Spill, type SpillOptions, type SpillState } from './queue/spill/spill.js';
export { SpillError, type SpillErrorCode } from './queue/spill/spill-lock.js';
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
export { DISCONNECT_CAUSES, type DisconnectCause } from './source/disconnect-cause.js';
export { detectFormat, type FileFormat, FORMAT_NAMES } from './source/file-format.js';
export { type FileItem, type FileSource, LinkCheck, openFile } from './source/file-source.js';
export {
  connect,
  type GeyserEndpoint,
  GeyserStream,
  GeyserTimeoutError,
  type SubscriptionContent,
  type SubscriptionMode,
} from './source/geyser-stream.js';
export { MODE_CHANGES, type ModeChange, type ModeChangeReason } from './source/mode-choice.js';
export { type RecordOptions, type RecordReport, record } from './source/record.js';
export { MAX_MESSAGE_BYTES, type RecordedMessage, readRecording } from './source/recording.js';
export { type FetchedBlock, fetchBlock } from './source/rpc/fetch-block.js';
export * from './source/rpc/index.js';
export { StoredBlocks, type StoredBlocksSubscriber } from './write/stored-blocks.js';
