/**
 * The effect of a `user` that a web key names without a signed key: none, unless the session of the request is linked
 * to the user (`own`), or the user (`any`).
 */
export const unsignedUserModes = ['own', 'any'] as const;
export type UnsignedUserMode = (typeof unsignedUserModes)[number];

/** Whom requests of web keys may speak for. */
export interface VisitorSettings {
  readonly unsignedUsers: UnsignedUserMode;
}
