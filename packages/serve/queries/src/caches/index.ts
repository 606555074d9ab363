export { byClock } from './by-clock.js';
export { createCoalescer } from './coalesce.js';
export { perDatabase } from './per-database.js';
export { remembered } from './remembered.js';
