export { trackPage } from './page-events.ts';
export type { ItemName, ListOrigin, TrackedEvent, TrackedLine } from './tracked-event.ts';
export { createTracker, type Consent, type Tracker, type TrackerOptions } from './tracker.ts';
