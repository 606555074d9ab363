#!/usr/bin/env node
import { closeSync, openSync, writeSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { pino } from 'pino';
import { parseCommandLine } from './cli.js';
import { chainOfFiles } from './replayed/chain-of-files.js';
import { startSimulator } from './simulator.js';

// The heap grows by a quarter between two collections, not to a multiple: the demo runs beside four other servers.
setFlagsFromString('--heap-growing-percent=25');

const command = parseCommandLine(process.argv);
const log = pino({ level: command.logLevel }, pino.destination(2));
const { options } = command;

// Written synchronously: an unpaced chain would outrun an asynchronous file and fill the memory.
const truth = command.truthPath === null ? null : openSync(command.truthPath, 'w');
const labels = command.labelsPath === null ? null : openSync(command.labelsPath, 'w');
options.generate = {
  ...options.generate,
  ...(truth !== null && { onTruth: (slot) => writeSync(truth, `${JSON.stringify(slot)}\n`) }),
  ...(labels !== null && { onLabel: (label) => writeSync(labels, `${JSON.stringify(label)}\n`) }),
};
if (command.files.length > 0) options.chain = await chainOfFiles(command.files, command, log);

const simulator = await startSimulator({ ...options, logger: log });
// To `tickscope up`, which waits for it.
process.send?.('listening');

let isStopping = false;
const stop = (reason: string): void => {
  if (isStopping) return;
  isStopping = true;
  log.info({ reason }, 'stopping');
  simulator.stop().then(
    () => {
      if (truth !== null) closeSync(truth);
      if (labels !== null) closeSync(labels);
      process.exit(0);
    },
    (cause: unknown) => {
      log.error({ cause }, 'could not stop cleanly');
      process.exit(1);
    },
  );
};
process.on('SIGINT', () => stop('SIGINT'));
process.on('SIGTERM', () => stop('SIGTERM'));
// Started by `tickscope up`: if the parent is gone, nothing else would stop this process.
process.on('disconnect', () => stop('parent gone'));
// It may have died during the start. Without such a parent this is undefined.
if (process.connected === false) stop('parent gone');
simulator.chain.ended.then(
  () => {
    if (command.exitAtEnd) stop('the chain has ended');
  },
  (cause: unknown) => {
    // A stalled chain would look healthy. Exits instead, so that a supervisor can restart it.
    log.fatal({ err: cause }, 'the chain failed');
    process.exit(1);
  },
);
