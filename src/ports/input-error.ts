/** One invalid part of the input. */
export interface InputError {
  /** `data[3].price`, `limit`, or a line of a file (`line 17`). */
  readonly path: string;
  /** `required`, `type`, `too_long`, `too_many`, `out_of_range`, ... */
  readonly code: string;
  readonly detail: string;
}
