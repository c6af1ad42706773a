/** The model that computed a vector. Stored with each vector: vectors of different models are not comparable. */
export interface ModelIdentity {
  readonly name: string;
  /** SHA-256 of the model file in lower-case hex. */
  readonly sha256: string;
}
