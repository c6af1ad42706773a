/** A change of an index of vectors, for its replicas. The vectors themselves are in memory that the replicas share. */
export type VectorChange =
  /** The vector of a key is in this row from now on. */
  | { readonly kind: 'set'; readonly key: number; readonly row: number }
  | { readonly kind: 'remove'; readonly key: number }
  /** The sign prefilter uses other bits from now on, by another centre. */
  | { readonly kind: 'signs'; readonly signs: SignBitState };

/** Sign bits by row. The memory is shared. */
export interface SignBitState {
  readonly centre: Float32Array;
  readonly memory: WebAssembly.Memory;
}

/** The keys of rows. */
export interface RowKeysState {
  /** Keys by row, `noKey` in rows without a vector. */
  readonly keys: Uint32Array;
  /** One more than the highest key that ever had a row. */
  readonly keysEnd: number;
}

/** The state of a new replica. Memories are shared; the rest is a copy. */
export interface VectorIndexState {
  readonly dimensions: number;
  /** See `ByteRows`. */
  readonly hasResiduals: boolean;
  /** Number of changes that the state includes. */
  readonly changeCount: number;
  readonly memory: WebAssembly.Memory;
  readonly rows: RowKeysState;
  readonly signs: SignBitState | null;
}
