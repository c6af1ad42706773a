import type { ListOrigin } from './tracker.ts';

/** An item with the list that shows it. Give it to `useTrack()`, so that the event names the list. */
export interface ListedItem<T> extends ListOrigin {
  readonly item: T;
  /** From 1, over all pages. */
  readonly position: number;
}
