/**
 * Loaded before the ingester: at each SIGUSR2 its clock jumps, by turns an hour ahead and two hours back. A write
 * beyond a limit on the size of files fails, as one to a full disk does, instead of ending the process.
 */
const trueNow = Date.now;
let jumps = 0;
let offsetMs = 0;
Date.now = () => trueNow() + offsetMs;
process.on('SIGUSR2', () => {
  jumps += 1;
  offsetMs += jumps % 2 === 1 ? 3_600_000 : -7_200_000;
});
process.on('SIGXFSZ', () => {});
