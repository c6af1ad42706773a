import type { SearchSettings } from '../configuration/settings.ts';

/** Views of a text index, which see all changes of the items. A view is cheap, and is kept for the next request. */
export interface TextViews<T> {
  /** The index with the settings of this moment: a later change of settings does not reach a request of several steps. */
  pinSettings(): T;
  /**
   * The index under other settings. Those that determine what is indexed stay as they are: `notApplied` names them, such as
   * `languages`. Give the same object for the same settings.
   */
  withSettings(settings: SearchSettings): { readonly text: T; readonly notApplied: readonly string[] };
}
