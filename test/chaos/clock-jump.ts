/** Loaded before the ingester: at each SIGUSR2 its clock jumps, by turns an hour ahead and two hours back. */
const trueNow = Date.now;
let jumps = 0;
let offsetMs = 0;
Date.now = () => trueNow() + offsetMs;
process.on('SIGUSR2', () => {
  jumps += 1;
  offsetMs += jumps % 2 === 1 ? 3_600_000 : -7_200_000;
});
