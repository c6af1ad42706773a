/** Who changes the configuration, and why. */
export interface Authorship {
  /** `console`, or the name of an API key. */
  readonly author: string;
  readonly message: string | null;
}
