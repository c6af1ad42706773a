import type { Visitor } from './events.ts';

/** A value that many of the visitor's items have. */
export interface PreferredValue {
  readonly field: string;
  readonly value: string;
  /** 0 to 1. */
  readonly weight: number;
}

/** Preferences of a visitor, by their events. */
export interface VisitorPreferences {
  /** The strongest first. */
  readonly values: readonly PreferredValue[];
  /** Ids of items that they viewed and did not buy. */
  readonly viewed: readonly string[];
}

/** The preferences of the visitors of one project. */
export interface VisitorPreferenceStore {
  /**
   * By all acknowledged events for the first page of a list. For a further page, by those of the visitor's last first page,
   * where that was within half an hour: so pages fit together.
   */
  of(visitor: Visitor, isFirstPage: boolean): Promise<VisitorPreferences>;
}
