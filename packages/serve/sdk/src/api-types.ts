/**
 * The types of the API, generated from its OpenAPI document. The built package contains the types themselves in
 * this file's declarations (see "build" in package.json), so that they need no further package.
 */
export type { components, operations, paths } from '@tickscope/schemas';
