/** Texts for the thread that embeds items, and its reply. */
export interface ItemsRequest {
  readonly id: number;
  readonly texts: readonly string[];
}
export type ItemsReply =
  | { readonly id: number; readonly vectors: readonly Float32Array[] }
  | { readonly id: number; readonly error: string };
