import type {
  SemanticIndex,
  SemanticIndexChange,
  SemanticIndexState,
} from '../../kernel/vectors/semantic-index.ts';
import type { SemanticSignal } from '../../kernel/text/scoring/semantic-scores.ts';
import type { QueryEmbedding } from '../../ports/search/text.ts';

/** The vectors that serve, for a new replica. */
export interface ServingVectorsState {
  /** See `TextEmbeddings.model`. */
  readonly textModel: string | null;
  /** See `TextEmbeddings.isMostlyRefused`. */
  readonly isMostlyRefused: boolean;
  /** Null if there are no vectors. */
  readonly vectors: { readonly model: string; readonly index: SemanticIndexState } | null;
}

/** Receives the changes of the vectors that serve, for replicas in other threads. */
interface ServingVectorsListener {
  vectorChanged(change: SemanticIndexChange): void;
  /** Called when other vectors serve, or none, or {@link ServingVectorsState.textModel} changed. */
  servingVectorsChanged(): void;
}

/** The vectors that serve now. */
interface Current {
  readonly textModel: string | null;
  readonly isMostlyRefused: boolean;
  readonly vectors: { readonly model: string; readonly index: SemanticIndex | null } | null;
}

/** The semantic signal of a query, or undefined if its vector is of another model than those that serve. */
export function semanticSignal(
  { vector, model, weight, keepsWordMatches = false, isForeign = false, baseline }: QueryEmbedding,
  spaces: readonly Current['vectors'][],
): SemanticSignal | undefined {
  const index = spaces.find((vectors) => vectors?.model === model)?.index ?? null;
  if (index === null || vector.length !== index.dimensions) return undefined;
  return { scorer: index.query(vector, baseline), weight, keepsWordMatches, isForeign };
}

/** Reports the changes of the vectors that serve. */
export class ServingVectors {
  readonly #current: () => Current;
  #listener: ServingVectorsListener | null = null;
  /** The index whose changes are reported. */
  #followed: SemanticIndex | null = null;
  #reportedModel: string | null = null;
  #reportedRefused = false;

  constructor(current: () => Current) {
    this.#current = current;
  }

  /** Calls `listener` after every change; null removes it. */
  onChange(listener: ServingVectorsListener | null): void {
    this.#listener = listener;
    this.#follow();
  }

  /** The state for a new replica. There must be a listener. */
  state(): ServingVectorsState {
    const { textModel, isMostlyRefused, vectors } = this.#current();
    const index = vectors?.index?.replicaState();
    return {
      textModel,
      isMostlyRefused,
      vectors: vectors === null || index === undefined ? null : { model: vectors.model, index },
    };
  }

  /** The number of changes of the serving index by layer, or null if there is none. */
  get changeCounts(): readonly number[] | null {
    return this.#followed?.layerChangeCounts ?? null;
  }

  /** See `SemanticIndex.onReplicasApplied`. */
  onReplicasApplied(changeCounts: readonly number[]): void {
    this.#followed?.onReplicasApplied(changeCounts);
  }

  /** Call after each change. */
  report(): void {
    if (this.#listener === null) return;
    const { textModel, isMostlyRefused, vectors } = this.#current();
    const isSame = textModel === this.#reportedModel && isMostlyRefused === this.#reportedRefused;
    if (this.#followed === (vectors?.index ?? null) && isSame) return;
    this.#follow();
    this.#listener.servingVectorsChanged();
  }

  #follow(): void {
    const { textModel, isMostlyRefused, vectors } = this.#current();
    const listener = this.#listener;
    this.#reportedModel = textModel;
    this.#reportedRefused = isMostlyRefused;
    const index = listener === null ? null : (vectors?.index ?? null);
    if (index === this.#followed) return;
    // Replicas that lag still search the previous index: its rows must not be overwritten.
    this.#followed?.onChange(listener === null ? null : ignore);
    this.#followed = index;
    index?.onChange((change) => this.#listener?.vectorChanged(change));
  }
}

function ignore(): void {
  // Another index serves.
}
