export { readDataStatus } from './data-status.js';
export { readGaps } from './gaps-of-range.js';
export { readNewestSlots } from './newest-slots.js';
export { readSlot } from './read-slot.js';
export { slotStates } from './slot-states.js';
export { readStoredEnds } from './stored-ends.js';
