export * as column from './column.js';
export { defineFileQuery, defineQuery, type ParametersOf, type Query, type RowOf } from './define-query.js';
export * as param from './param.js';
export { type Read, readWith, runQuery } from './run-query.js';
export { sqlFile } from './sql-file.js';
export { tuples } from './tuples.js';
