import type { Simulator } from '@tickscope/simulator';

/** Fault that a simulator made in the messages that it sent. */
export type StreamFault =
  | 'stall'
  | 'duplicate'
  | 'reorder'
  | 'drop'
  | 'truncated message'
  | 'wrong counts'
  | 'half slot'
  | 'garbage'
  | 'fork'
  | 'disconnect';

export type FaultTally = Partial<Record<StreamFault, number>>;

/** Counts the faults as they happen. `take` gives what came since its last call; `null`: nothing. */
export function watchFaults(faults: Simulator['faults']): { take(): FaultTally | null } {
  let tally: FaultTally = {};
  const isReordered = faults.options.reorderWindow > 1;
  const decide = faults.decide.bind(faults);
  faults.decide = (message, pass) => {
    const outcome = decide(message, pass);
    for (const fault of faultsOf(outcome, isReordered)) tally[fault] = (tally[fault] ?? 0) + 1;
    return outcome;
  };
  return {
    take() {
      const taken = tally;
      tally = {};
      return Object.keys(taken).length === 0 ? null : taken;
    },
  };
}

function faultsOf(outcome: ReturnType<Simulator['faults']['decide']>, isReordered: boolean): StreamFault[] {
  const { copies, half, wrongCounts, isTruncated, isGarbage, fork, stallMs, disconnectAfter } = outcome;
  const always = { stall: stallMs > 0, disconnect: disconnectAfter, drop: copies === 0 && !half };
  // Nothing else can be seen of a message that is not sent.
  const ifSent = {
    duplicate: copies > 1,
    reorder: isReordered,
    'half slot': half,
    'wrong counts': wrongCounts,
    'truncated message': isTruncated && !isGarbage,
    garbage: isGarbage,
    fork: fork !== null,
  };
  const flags = copies === 0 ? always : { ...always, ...ifSent };
  return Object.entries(flags).flatMap(([fault, has]) => (has ? [fault as StreamFault] : []));
}
