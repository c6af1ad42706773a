import type { ServedProject } from '../../ports/engine.ts';
import type { TextIndex, TextQuery, TextResult } from '../../ports/search/text.ts';
import type { VisitorPreferenceStore } from '../../ports/recommendations/visitor-preferences.ts';
import type { ServedText } from '../../ports/search/served-text.ts';
import type { VisitorLinks } from '../../ports/recommendations/visitor-links.ts';
import type { VisitorSegments } from '../../ports/recommendations/visitor-segments.ts';
import type { CommonWords } from '../../kernel/text/expansion/typo-rules.ts';
import type { IndexDocument } from '../../kernel/text/schema/document.ts';
import type { TextSettings } from '../../kernel/text/schema/settings.ts';
import { SemanticIndex, type SemanticIndexChange } from '../../kernel/vectors/semantic-index.ts';
import {
  SegmentedIndex,
  type IndexChange,
  type ReplicaState,
} from '../../kernel/text/search/segmented-index.ts';
import { decodeUtf8 } from '../../lib/utf8.ts';
import { EmbeddedExperimentArms } from '../analytics/experiment-arms.ts';
import { StoredVisitorLinks } from '../storage/visitor-aliases.ts';
import { CorrectionReader } from '../search/correction-reader.ts';
import { indexDocument } from '../search/index-document.ts';
import { EmbeddedTextIndex } from '../search/text-index.ts';
import { ReadConnection } from '../storage/database.ts';
import { noteDropped } from '../storage/dropped-memory.ts';
import { semanticSignal, type ServingVectorsState } from '../text-embeddings/serving-vectors.ts';
import { entryKinds, isBefore, type StreamEntry } from './change-stream.ts';
import { StaleReplica } from './stale-replica.ts';
import { ReplicaCatalog } from './replica-catalog.ts';
import { decodePlace, type ProjectState, type ReplicaMessage, type VectorPlace } from './replica-messages.ts';
import { StoreReplicas } from './replicated-stores.ts';
import { restoreError } from './sent-error.ts';

interface ReplicaVectors {
  readonly textModel: string | null;
  readonly isMostlyRefused: boolean;
  readonly vectors: { readonly model: string; readonly index: SemanticIndex } | null;
}

function createReplicaVectors({ vectors, ...state }: ServingVectorsState): ReplicaVectors {
  if (vectors === null) return { ...state, vectors };
  return { ...state, vectors: { model: vectors.model, index: SemanticIndex.createReplica(vectors.index) } };
}

interface Options {
  readonly state: ProjectState;
  readonly commonWords: CommonWords;
  /** Segments are computed on the state thread, which has the counters. */
  readonly visitorSegments: VisitorSegments;
  readonly visitorPreferences: VisitorPreferenceStore;
  /** Passes published items to {@link ReplicaProject.stage}; returns false if some were lost. */
  readonly readStaged: () => boolean;
  /** Has the state thread cache items. */
  readonly cacheMissedItems: (numbers: readonly number[]) => void;
  /** Loads a current replica of the project. */
  readonly renew: () => Promise<ReplicaProject>;
}

/** The part of a project that searches need, in a serving thread, as of the changes that were applied here. */
export class ReplicaProject extends StoreReplicas implements ServedProject {
  readonly slot: number;
  readonly position = null;
  readonly experimentArms: EmbeddedExperimentArms;
  readonly visitorSegments: VisitorSegments;
  readonly visitorPreferences: VisitorPreferenceStore;
  readonly visitorLinks: VisitorLinks;
  readonly textEmbeddings: ServedProject['textEmbeddings'];
  readonly text: ServedProject['text'];
  /** When a request last used the replica, in monotonic milliseconds. */
  usedAt = performance.now();
  readonly #from: { readonly staged: number; readonly applied: number };
  readonly #commonWords: CommonWords;
  readonly #reads: ReadConnection;
  readonly #catalog: ReplicaCatalog;
  readonly #index: EmbeddedTextIndex;
  /** The vectors of each space, at the number of the space. */
  readonly #vectors: ReplicaVectors[];
  readonly #renew: () => Promise<ReplicaProject>;
  #isStale = false;

  /** The caller must pass on all changes that are published after the position of `state`, including those during this call. */
  constructor(options: Options) {
    const { state, commonWords, visitorSegments, visitorPreferences, readStaged, cacheMissedItems, renew } =
      options;
    const { slot, position, path, staged, stores, vectors, itemCache } = state;
    super(stores);
    this.slot = slot;
    this.#from = position;
    this.#commonWords = commonWords;
    this.visitorSegments = visitorSegments;
    this.visitorPreferences = visitorPreferences;
    this.experimentArms = new EmbeddedExperimentArms(() => this.experiments.current());
    this.#vectors = vectors.map(createReplicaVectors);
    const getVectors = (space: number): ReplicaVectors => this.#vectors[space]!;
    this.textEmbeddings = {
      get model() {
        return getVectors(0).textModel;
      },
      get isMostlyRefused() {
        return getVectors(0).isMostlyRefused;
      },
      crossLingual: {
        get model() {
          return getVectors(1).textModel;
        },
      },
    };
    this.#reads = new ReadConnection(path);
    this.visitorLinks = new StoredVisitorLinks(this.#reads);
    this.#catalog = new ReplicaCatalog({
      reads: this.#reads,
      readStaged,
      cacheMissedItems,
      cache: itemCache,
      staged,
      position: position.staged,
    });
    // The index is empty until `begin()`.
    this.#index = new EmbeddedTextIndex(new SegmentedIndex(state.index.settings, commonWords));
    this.#index.bindItems(this.#catalog, (query) =>
      semanticSignal(
        query,
        this.#vectors.map((space) => space.vectors),
      ),
    );
    this.#index.bindLearnedOrder(this.listLearning.order);
    const corrections = new CorrectionReader(
      this.#reads,
      () => this.settings.effective().search.learnCorrections,
    );
    this.#index.bindCorrections(corrections.findCorrection);
    this.#renew = renew;
    this.text = this.textUnder(null);
  }

  /** Builds the index. From here on, `readStaged` must pass entries to this replica. */
  begin(index: ReplicaState): void {
    this.#index.replaceKernel(this.#createIndex(index));
  }

  /** Records a pending change of an item. */
  stage({ no, payload }: StreamEntry, position: number): void {
    if (isBefore(position, this.#from.staged)) return;
    this.#catalog.stage(no, payload.length === 0 ? null : payload, position);
  }

  /** Applies a change from the batch at `position`. */
  apply(entry: StreamEntry, position: number): void {
    if (isBefore(position, this.#from.applied)) return;
    const { kind, no, payload } = entry;
    const { kernel } = this.#index;
    switch (kind) {
      case entryKinds.item:
        this.#catalog.removeApplied(no);
        break;
      case entryKinds.indexAdd:
        kernel.apply({ kind: 'add', document: this.#buildDocument(no, kernel.settings) });
        this.#index.invalidate([no]);
        break;
      case entryKinds.indexRemove:
        kernel.apply({ kind: 'remove', key: no });
        this.#index.invalidate([no]);
        break;
      case entryKinds.popularity:
        kernel.apply({
          kind: 'popularity',
          key: no,
          popularity: new Float64Array(payload.slice().buffer)[0]!,
        });
        break;
      case entryKinds.seal:
        kernel.apply({ kind: 'seal', next: no });
        break;
      case entryKinds.vector: {
        const [place, row] = payload;
        const change =
          row === undefined
            ? ({ kind: 'remove', key: no } as const)
            : ({ kind: 'set', key: no, row } as const);
        this.#changeVectors(decodePlace(place!), change);
        break;
      }
      case entryKinds.message:
        this.#receive(entry.message as ReplicaMessage);
    }
  }

  /** Marks the replica as outdated, as it lacks changes: requests that use it continue with another one. */
  invalidate(): void {
    this.#isStale = true;
    this.#reads.close(new StaleReplica());
  }

  #receive(message: ReplicaMessage): void {
    switch (message.kind) {
      case 'index':
        this.#applyToIndex(message.change);
        this.#index.invalidate(null);
        break;
      case 'item-cache':
        this.#catalog.applyCacheChange(message.change);
        break;
      case 'index-replaced':
        this.#index.replaceKernel(this.#createIndex(message.index));
        break;
      case 'store':
        this.applyStoreChange(message);
        break;
      case 'vectors':
        this.#vectors[message.space] = createReplicaVectors(message.vectors);
        break;
      case 'vector-layer':
        this.#changeVectors(message.place, message.change);
        break;
      case 'staged-dropped':
        this.#catalog.dropStaged(message.position);
        break;
      case 'closed':
        this.#reads.close(restoreError(message.error));
        break;
      case 'control':
      case 'text-models':
        throw new Error('A change of projects, keys and models is not for a project');
    }
  }

  #applyToIndex(change: IndexChange): void {
    const { kernel } = this.#index;
    const before = kernel.segmentBytes;
    kernel.apply(change);
    const added = change.kind === 'replace' || change.kind === 'attach' ? change.buffer.byteLength : 0;
    noteDropped(before + added - kernel.segmentBytes);
  }

  #changeVectors({ space, layer }: VectorPlace, change: SemanticIndexChange['change']): void {
    this.#vectors[space]!.vectors?.index.apply({ layer, change });
  }

  #createIndex(state: ReplicaState): SegmentedIndex {
    const buildDocument = (itemNumber: number): IndexDocument =>
      this.#buildDocument(itemNumber, state.settings);
    return SegmentedIndex.createReplica(state, buildDocument, this.#commonWords);
  }

  #buildDocument(itemNumber: number, settings: TextSettings): IndexDocument {
    const item = this.#catalog.findItem(itemNumber);
    if (item === null)
      throw new Error(
        `The text index has item ${itemNumber}, which the replica of the catalog does not have`,
      );
    const fields = JSON.parse(decodeUtf8(item.json)) as Record<string, unknown>;
    return indexDocument(itemNumber, fields, item.createdAt, settings);
  }

  /**
   * The text index under these settings, or with null, under its current settings at any time. Searches are repeated on another replica
   * if this one becomes outdated.
   */
  textUnder(settings: TextSettings | null): ServedText {
    const index = (): EmbeddedTextIndex =>
      settings === null || this.#index.kernel.settings === settings
        ? this.#index
        : this.#index.withSettings(settings).text;
    const runOnCurrent = async <T>(
      run: (text: Pick<TextIndex, 'search' | 'searchFacetValues'>) => Promise<T>,
    ): Promise<T> => {
      try {
        const result = await run(index());
        // If the replica is outdated, rows of its vectors may have been overwritten during the search.
        if (!this.#isStale) return result;
      } catch (error) {
        if (!(error instanceof StaleReplica)) throw error;
      }
      return run((await this.#renew()).textUnder(settings));
    };
    return {
      get queryAnalyzer() {
        return index().queryAnalyzer;
      },
      findFieldTypes: (field) => index().findFieldTypes(field),
      listFieldNames: () => index().listFieldNames(),
      search: (query: TextQuery): Promise<TextResult> => runOnCurrent((text) => text.search(query)),
      searchFacetValues: (query, matching) => runOnCurrent((text) => text.searchFacetValues(query, matching)),
      pinSettings: () => this.textUnder(settings ?? this.#index.kernel.settings),
      withSettings: (other) => ({
        text: this.textUnder(other),
        notApplied: this.#index.withSettings(other).notApplied,
      }),
    };
  }
}
