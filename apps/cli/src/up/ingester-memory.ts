/**
 * Settings that bound the ingester's memory; infra/README.md, "Memory", explains them. The systemd unit and the
 * compose file have the same.
 */
export const INGESTER_MEMORY = {
  NODE_OPTIONS: '--max-semi-space-size=32 --max-old-space-size=768',
  MALLOC_MMAP_THRESHOLD_: '1048576',
  MALLOC_ARENA_MAX: '2',
} as const;
