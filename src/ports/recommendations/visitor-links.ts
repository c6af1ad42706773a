/** Links of sessions to users of one project. */
export interface VisitorLinks {
  /** Whether the session is linked to the user: by an event with both, or a merge. Both may have other names by merges. */
  isLinked(session: string, user: string): boolean;
}
