/**
 * Settings that bound the ingester's memory; infra/README.md, "Memory", explains them. The systemd unit and the
 * compose file have the same.
 */
export const INGESTER_MEMORY = {
  NODE_OPTIONS: '--max-semi-space-size=64 --max-old-space-size=768',
  MALLOC_MMAP_THRESHOLD_: '1048576',
  MALLOC_ARENA_MAX: '2',
} as const;

/**
 * For the simulator's blocks, a tenth of mainnet's: a young generation of 192 MB would be filled, and never needed. Of
 * an option that is there twice the last one counts.
 */
export const DEMO_INGESTER_MEMORY = {
  ...INGESTER_MEMORY,
  NODE_OPTIONS: `${INGESTER_MEMORY.NODE_OPTIONS} --max-semi-space-size=16`,
} as const;

/** The API's: rows and answers die young, and a larger young generation gives the collector less to do. As infra/ has it. */
export const API_MEMORY = { NODE_OPTIONS: '--max-semi-space-size=64' } as const;

/**
 * Settings that bound the simulator's memory. A kept block is one buffer of some 300 KB: as a mapping of its own it goes
 * back to the system when it is dropped.
 */
export const SIMULATOR_MEMORY = {
  NODE_OPTIONS: '--max-semi-space-size=8',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_ARENA_MAX: '2',
} as const;
