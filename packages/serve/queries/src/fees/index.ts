export {
  type AccountFees,
  costliestOf,
  type Fees,
  type FeesQuestion,
  type PricePercentiles,
  type PriceSample,
  readFees,
  type UsedShare,
} from './read-fees.js';
export { type RecentFee, readRecentFees } from './read-recent-fees.js';
