export type {
  Chain,
  ChainEvent,
  ChainSubscriber,
  Commitment,
  SlotRecord,
  StoredBlock,
  StoredTransaction,
} from './chain/chain.js';
export { LiveChain, type LiveChainOptions, type SlotSource, type SourceSlot } from './chain/live-chain.js';
export { readBlockFile } from './replayed/block-files.js';
export { chainOfFiles, type ReplayOptions } from './replayed/chain-of-files.js';
export type { RpcFaults } from './rpc/rpc-faults.js';
export type { RpcServer, RpcServerOptions } from './rpc/rpc-server.js';
export type { FaultOptions } from './server/faults.js';
export type { GeyserServerOptions } from './server/geyser-server.js';
export type { ServerLimits } from './server/server-limits.js';
export { type GenerateOptions, type Simulator, type SimulatorOptions, startSimulator } from './simulator.js';
export { ChainGenerator, type GeneratedSlot, type GeneratorExtensions } from './synthetic/chain-generator.js';
export { ROWS } from './synthetic/dex/rows/index.js';
export type { RowLabel, RowVictim } from './synthetic/dex/rows/label.js';
export { OVERLAP } from './synthetic/dex/rows/overlap.js';
export type { Row } from './synthetic/dex/rows/row.js';
export type {
  LabelledAttempt,
  LabelledLeg,
  LabelledPosition,
  LabelledVictim,
  SandwichLabel,
} from './synthetic/dex/sandwich/label.js';
export { generateRows, type RowChainOptions } from './synthetic/generate-rows.js';
export { type GeneratedUpdate, generateUpdates } from './synthetic/generate-updates.js';
export type { PlanContext, Scenario, ScheduledTransaction, TransactionKind } from './synthetic/kinds/kind.js';
export { type GeneratorOptions, generatorOptions } from './synthetic/options.js';
export type { TransactionPlan } from './synthetic/plan.js';
export {
  type BlockTruth,
  type EntryTruth,
  type SlotTruth,
  type SwapTruth,
  slotTruth,
  type TransactionTruth,
} from './synthetic/truth.js';
