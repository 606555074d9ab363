export {
  compareCursors,
  type FeedCursor,
  formatResumeToken,
  parseResumeToken,
  type ResumeToken,
} from './feed-cursor.js';
export { type FeedHead, type FeedPage, LATEST_MS, readHead, readPage } from './feed-reader.js';
export type { FeedEvent, SandwichEvent } from './feed-rows.js';
export { type FeedFilter, type FilteredFacts, passes } from './filter.js';
