/** The model that computed a vector. Stored with each vector: vectors of different models are not comparable. */
export interface ModelIdentity {
  readonly name: string;
  /** SHA-256 of the model file in lower-case hex. */
  readonly sha256: string;
}

/**
 * The version of the arithmetic that computes vectors. Those of earlier versions depend on the processor
 * (`createSessionOptions()` in onnx-runtime.ts).
 */
const arithmetic = 'unsaturated';

/** `name:sha256:arithmetic`, the id that is stored with vectors of a local model. */
export function modelId({ name, sha256 }: ModelIdentity): string {
  return `${name}:${sha256}:${arithmetic}`;
}

/**
 * The id of vectors that were computed before ids named the arithmetic, from an id that contains `modelId()`. They are near enough to
 * vectors of the same model to serve until all are computed again.
 */
export function formatLegacyModelId(id: string): string {
  return id.replace(`:${arithmetic}`, '');
}
