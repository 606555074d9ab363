/**
 * Loaded before a program of the stack (NODE_OPTIONS): at each SIGUSR2 its clock jumps, by turns an hour ahead and two
 * hours back. Timers go on, as they do when a machine's clock is set. A write beyond a limit on the size of files fails, as
 * one to a full disk does, instead of ending the process.
 */
const TrueDate = Date;
let jumps = 0;
let offsetMs = 0;
const now = () => TrueDate.now() + offsetMs;
globalThis.Date = new Proxy(TrueDate, {
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
});
process.on('SIGUSR2', () => {
  jumps += 1;
  offsetMs += jumps % 2 === 1 ? 3_600_000 : -7_200_000;
});
process.on('SIGXFSZ', () => {});
