/**
 * The types of the API, made from its OpenAPI document. In the built package this file's declarations are those types
 * themselves (see "build" in package.json), so that nothing else has to be installed to use them.
 */
export type { components, operations, paths } from '@tickscope/schemas';
