/** The state of an encoder's model. */
export interface EncoderStatus {
  readonly ready: boolean;
  readonly detail: string;
  /** The model works, but its vectors differ from the reference vectors by more than those of supported processors do. */
  readonly warning?: string;
  /** Cosine similarity of a vector with its reference vector; omitted means the model has none, or is not loaded. */
  readonly referenceSimilarity?: number;
}
