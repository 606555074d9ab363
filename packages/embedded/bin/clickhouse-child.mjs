// The process that is the ClickHouse server: it loads the engine's shared library and calls its command line.
// Plain JavaScript outside src/, because it is started by path, from the sources and from dist alike.
//
// It speaks with the process that started it over the IPC channel only:
//   in   { type: 'run', library, argv }        call the engine; this process ends when the call returns
//   in   { type: 'leave-working-directory' }   answered with { type: 'left-working-directory' }
// The end of the channel means that the starter is gone, however it died: then this process ends at once, so
// that nothing holds the data folder's lock without an owner.
import { DataType, load, open } from 'ffi-rs';

const RETURNED = 0;

/** @param {string} library @param {string[]} argv */
async function run(library, argv) {
  open({ library: 'chdb', path: library });
  // On a thread of its own: this thread must keep listening to the channel while the engine runs.
  await load({
    library: 'chdb',
    funcName: 'chdb_query_cmdline',
    retType: DataType.External,
    paramsType: [DataType.I32, DataType.StringArray],
    paramsValue: [argv.length, argv],
    runInNewThread: true,
  });
  // What the engine returns is left alone: it is null after an error, and the error is on stderr by then.
  process.exit(RETURNED);
}

process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// Ctrl-C in a terminal reaches the whole process group; the starter decides when its server ends.
process.on('SIGINT', () => {});
process.on('SIGHUP', () => {});

process.on('message', (/** @type {{ type: string, library: string, argv: string[] }} */ message) => {
  if (message.type === 'run') {
    run(message.library, message.argv).catch((error) => {
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    });
  } else if (message.type === 'leave-working-directory') {
    process.chdir('/');
    process.send?.({ type: 'left-working-directory' });
  }
});
