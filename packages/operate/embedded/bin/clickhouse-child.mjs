// The process that is the ClickHouse server: it loads the engine's shared library and calls its command line.
// Plain JavaScript outside src/, because it is started by path, from the sources and from dist alike.
//
// It speaks with the process that started it over the IPC channel only:
//   in   { type: 'run', library, argv }        call the engine; this process ends when the call returns
//   in   { type: 'leave-working-directory' }   answered with { type: 'left-working-directory' }
// The end of the channel means that the starter is gone, however it died: then this process ends at once, so
// that nothing holds the data folder's lock without an owner.
import { closeSync, constants, openSync } from 'node:fs';
import { DataType, load, open } from 'ffi-rs';

/**
 * Gives this process a terminal as its standard input, and returns what ends it.
 *
 * At a terminal the engine calls itself interactive. Else it ends the whole process at the first error that
 * leaves a connection's thread, and a wrong password over the native protocol is such an error: any program of
 * the machine could end the server, and so could a slip of the finger.
 */
function becomeInteractive() {
  open({ library: 'libc', path: process.platform === 'darwin' ? '/usr/lib/libSystem.B.dylib' : 'libc.so.6' });
  const call = (funcName, retType, ...numbers) =>
    load({
      library: 'libc',
      funcName,
      retType,
      paramsType: numbers.map(() => DataType.I32),
      paramsValue: numbers,
    });
  const flags = constants.O_RDWR | constants.O_NOCTTY;
  const master = call('posix_openpt', DataType.I32, flags);
  if (
    master < 0 ||
    call('grantpt', DataType.I32, master) !== 0 ||
    call('unlockpt', DataType.I32, master) !== 0
  )
    throw new Error('no pseudo-terminal could be opened');
  const terminal = openSync(call('ptsname', DataType.String, master), flags);
  if (call('dup2', DataType.I32, terminal, 0) !== 0)
    throw new Error('the pseudo-terminal cannot become the standard input');
  closeSync(terminal);
  return () => closeSync(master);
}

let endTerminal = () => {};

/** @param {string} library @param {string[]} argv */
async function run(library, argv) {
  endTerminal = becomeInteractive();
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
  process.exit(0);
}

process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// The starter decides when its server ends, not a key in a terminal.
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
    // After its last statement the engine would ask the terminal for the next.
    endTerminal();
    process.send?.({ type: 'left-working-directory' });
  }
});
