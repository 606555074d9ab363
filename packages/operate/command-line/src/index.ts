export { amountOf, formatTokenAmount, groupThousands, percentOf, shortTokenAmount } from './amounts.js';
export { type ApiAddress, findApi } from './api/address.js';
export { type ApiClient, type Call, openApi } from './api/client.js';
export { type ApiFlags, apiOf, printAnswer, withApi } from './api/command.js';
export { ApiFailureError, ApiUnreachableError } from './api/failures.js';
export { readText } from './api/read-text.js';
export { runJob } from './api/run-job.js';
export { CliError, NotFoundError, UnreachableError, UsageError } from './cli-error.js';
export { dataDirOf, runFileOf, type StoreFlags } from './data-dir.js';
export { embedded } from './embedded-errors.js';
export { EXIT, EXIT_CODES_HELP, exitCodeOf, failureText } from './failure.js';
export { type Column, columnsOf, fitTable } from './fit-table.js';
export { type Paint, PLAIN, paintFor } from './paint.js';
export { adviceOn, parseAddress, parseSignature } from './parse-base58.js';
export { parseDate, parseDateOrNever } from './parse-date.js';
export { parseInteger, parseSlot } from './parse-integer.js';
export { note, print, printAndExit } from './print.js';
export { progressLine } from './progress-line.js';
export { formatRanges, rangesOf, type SlotRange } from './slot-lists.js';
export { counted, formatBytes, formatCount, formatFacts, formatTable } from './table.js';
export {
  cleanSentence,
  cleanText,
  printableJson,
  printablePath,
  terminalWidth,
  widthOf,
} from './terminal-text.js';
export { VERSION } from './version.js';
