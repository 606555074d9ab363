export { listSandwiches, type SandwichFilter } from './list-sandwiches.js';
export { readSandwich } from './read-sandwich.js';
export { parseSandwichId } from './sandwich-id.js';
export { readSandwiches, type SandwichKey } from './stored-sandwiches.js';
