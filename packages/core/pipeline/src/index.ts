export { recordUnrecordedGaps } from './assemble/unrecorded-gaps.js';
export { type BackfillReport, type BackfillRequest, backfill } from './backfill/backfill.js';
export { BackfillError } from './backfill/backfill-error.js';
export { type StreamRangeReport, streamRange } from './backfill/stream-range.js';
export { beginDetectionPass } from './detect/detection-pass.js';
export { detectionRanges } from './detect/detection-ranges.js';
export { type DetectionEvents, LiveDetection } from './detect/live-detection.js';
export { redetect } from './detect/redetect.js';
export { type RedetectSlotsReport, redetectSlots } from './detect/redetect-slots.js';
export { RETAINED_SLOTS } from './detect/resume-detector.js';
export { storedTrades } from './detect/stored-trades.js';
export { ChainWatch, type ChainWatchEvents } from './fork-choice/chain-watch.js';
export type { ChainLink } from './fork-choice/fork-choice.js';
export { type FileProgress, type FileReport, importFile, importFiles, slotCount } from './import-file.js';
export { Ingester, type IngesterEvents, type IngesterOptions } from './ingester.js';
export type { IngesterLimits } from './ingester-limits.js';
export type { StreamObservation } from './probe/observe-stream.js';
export { type EndpointProbe, probeEndpoint } from './probe/probe-endpoint.js';
export { Spill } from './queue/spill/spill.js';
export { LabelsSource } from './reference/labels-source.js';
export {
  REFERENCE_KINDS,
  ReferenceData,
  type ReferenceEvents,
  type ReferenceKind,
} from './reference/reference-data.js';
export type { Schedule } from './reference/run-on-schedule.js';
export { GapRepair, type RepairEvents } from './repair/gap-repair.js';
export type { RepairSource } from './repair/repair-source.js';
export { replaySource } from './repair/replay-source.js';
export { rpcSource } from './repair/rpc-source.js';
export { DISCONNECT_CAUSES, type DisconnectCause } from './source/disconnect-cause.js';
export { FORMAT_NAMES } from './source/file-format.js';
export { openFile } from './source/file-source.js';
export { connect, type GeyserEndpoint, GeyserStream, type SubscriptionMode } from './source/geyser-stream.js';
export { MODE_CHANGES, type ModeChange } from './source/mode-choice.js';
export { record } from './source/record.js';
export { MAX_MESSAGE_BYTES } from './source/recording.js';
export * from './source/rpc/index.js';
export { StoredBlocks } from './write/stored-blocks.js';
