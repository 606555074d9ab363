const DISK_FULL = /No space left on device|not enough space|ENOSPC|EDQUOT|Disk quota exceeded/i;
const READ_ONLY = /Read-only file system|EROFS/;

/** Advises the operator on a batch that ClickHouse refused, if the error message says why. */
export function adviceOn({ message }: Error): { advice: string } | Record<string, never> {
  if (DISK_FULL.test(message))
    return {
      advice:
        "ClickHouse's disk is full: free space on it, or shorten the retention (RETENTION_…_DAYS); writing goes on by itself then",
    };
  if (READ_ONLY.test(message))
    return {
      advice:
        "ClickHouse's disk can only be read: the kernel's log (dmesg) says why; when it is mounted for writing, writing goes on by itself",
    };
  return {};
}
