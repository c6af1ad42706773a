/**
 * What the `user` of a web key counts for, where no signed key vouches for it: nothing, unless the session of the request is linked
 * to the user (`own`), or the user (`any`).
 */
export const unsignedUserModes = ['own', 'any'] as const;
export type UnsignedUserMode = (typeof unsignedUserModes)[number];

/** Whom requests of web keys may speak for. */
export interface VisitorSettings {
  readonly unsignedUsers: UnsignedUserMode;
}
