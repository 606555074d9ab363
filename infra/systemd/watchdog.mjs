// Tells systemd that the program is alive, for WatchdogSec= of its unit: loaded before the program, it runs in its event
// loop, so that a process that hangs falls silent and is replaced. Node has no datagram sockets of the kind that systemd
// listens on, so systemd's own program sends the message (NotifyAccess=all, because it is another process).
import { execFile } from 'node:child_process';

const { WATCHDOG_USEC, WATCHDOG_PID } = process.env;
/** Several messages within the time, so that one may be late. */
const MESSAGES = 4;

// The number is the main process's: its children inherit the variables.
if (WATCHDOG_USEC !== undefined && Number(WATCHDOG_PID) === process.pid) {
  // An error is systemd's to notice: no message comes.
  const tell = () => execFile('systemd-notify', ['WATCHDOG=1'], () => {}).unref();
  setInterval(tell, Number(WATCHDOG_USEC) / 1_000 / MESSAGES).unref();
  tell();
}
