import type { Swap } from '@tickscope/dex';
import type { Thresholds } from '../model/options.js';
import type { Window } from '../model/window.js';
import type { ActorRecords } from './rule-11-records.js';

/** Context that a candidate is judged in. */
export interface JudgingContext<S extends Swap> {
  window: Window<S>;
  thresholds: Thresholds;
  records: ActorRecords;
}
