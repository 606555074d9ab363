import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Loaded before the program. It exposes the garbage collector, because memory use is meaningful only after a
// collection.
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

process.on('message', (message) => {
  if (message !== 'memory') return;
  // Objects that the first collection finds unreachable may keep others alive until they are finalized.
  setImmediate(() => {
    collectGarbage();
    setImmediate(() => {
      collectGarbage();
      process.send?.(process.memoryUsage());
    });
  });
});
// The channel alone must not keep the program alive.
process.channel?.unref();
