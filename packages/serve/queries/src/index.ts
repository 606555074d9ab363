export { createReader } from './create-reader.js';
export type { Database, QueryContext } from './database.js';
export { ReadError } from './errors.js';
