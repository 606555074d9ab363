export { Address, Copy, Signature } from './address.js';
export { Amount, Sol } from './amount.js';
export { Card, Facts } from './card.js';
export { CoverageBanner } from './coverage.js';
export { Role, type RoleName } from './role.js';
export { CopyAsCurl, Download } from './share.js';
export { Empty, ErrorState, Skeleton, SkeletonLines } from './states.js';
export { type Column, Table } from './table.js';
export { Time } from './time.js';
