import type { BackupStep } from './backup-steps.js';
import { type OperationOptions, runOperation } from './run-operation.js';

export interface PhaseOptions {
  operation(step: BackupStep): Pick<OperationOptions, 'statement' | 'settings' | 'target'>;
  onProgress(bytes: number): void;
}

/**
 * Runs the operations of a phase at once, each on its server. If one fails, the others are cancelled, so that nothing
 * still runs when it throws.
 *
 * @returns bytes of all together
 */
export async function runPhase(
  steps: readonly BackupStep[],
  signal: AbortSignal | undefined,
  { operation, onProgress }: PhaseOptions,
): Promise<number> {
  const failure = new AbortController();
  const done = steps.map(() => 0);
  const sum = (): number => done.reduce((total, bytes) => total + bytes, 0);
  const outcomes = await Promise.allSettled(
    steps.map(async (step, at) => {
      try {
        done[at] = await runOperation(step.place, {
          ...operation(step),
          signal: signal === undefined ? failure.signal : AbortSignal.any([signal, failure.signal]),
          onProgress(bytes) {
            done[at] = bytes;
            onProgress(sum());
          },
        });
      } catch (error) {
        failure.abort(error);
        throw error;
      }
    }),
  );
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw failure.signal.reason;
  return sum();
}
