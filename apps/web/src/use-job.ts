import { useQuery } from '@tanstack/react-query';
import type { JobOptions } from '@tickscope/sdk';
import { useState } from 'react';

/** Runs a job and follows its progress, 0 to 100. */
export function useJob<Result>(
  key: readonly unknown[],
  run: (options: JobOptions) => Promise<Result>,
  isEnabled = true,
) {
  const [progress, setProgress] = useState({ state: 'queued', percent: 0 });
  const job = useQuery({
    queryKey: ['job', ...key],
    enabled: isEnabled,
    staleTime: 300_000,
    queryFn: ({ signal }) =>
      run({ signal, onProgress: ({ state, progress: percent }) => setProgress({ state, percent }) }),
  });
  return { ...job, progress };
}
