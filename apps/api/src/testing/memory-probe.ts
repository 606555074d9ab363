import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Loaded before the program: what a process holds is known only once its garbage is collected.
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

process.on('message', (message) => {
  if (message !== 'memory') return;
  // What the first finds unreachable may hold others until it is finalized.
  setImmediate(() => {
    collectGarbage();
    setImmediate(() => {
      collectGarbage();
      process.send?.(process.memoryUsage());
    });
  });
});
// The channel alone must not keep the program.
process.channel?.unref();
