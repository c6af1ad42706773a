import type { VitrineError } from '../../ports/errors.ts';
import { itemRecord } from '../catalog/item-cache.ts';
import type { RecordCacheChange } from '../../kernel/bits/record-cache.ts';
import type { CatalogListener } from '../catalog/catalog-projections.ts';
import type { AppliedChange } from '../log/applied-change.ts';
import type { EmbeddedProject } from '../projects/project.ts';
import type { IndexListener } from '../search/text-index.ts';
import type { IndexChange, SegmentedIndex } from '../../kernel/text/search/segmented-index.ts';
import type { VectorChange } from '../../kernel/vectors/vector-changes.ts';
import type { ServingVectorsListener } from '../text-embeddings/serving-vectors.ts';
import { entryKinds, isBefore, type ChangeStream } from './change-stream.ts';
import { publishStores, storeStates } from './replicated-stores.ts';
import { convertErrorForTransfer } from './sent-error.ts';
import type { ProjectState, ReplicaMessage } from './replica-messages.ts';

/** Publishes the changes of a project to its replicas in other threads, while there are any. */
export class ProjectPublisher implements CatalogListener, IndexListener, ServingVectorsListener, Disposable {
  readonly slot: number;
  readonly #stream: ChangeStream;
  readonly #project: EmbeddedProject;

  /** The number of changes of the vectors at a position of the stream that not all replicas have reached; null if unknown. */
  #vectorsAt: { readonly changeCount: number; readonly position: number } | null = null;
  /** Call before a text model is named in the stream. */
  readonly #publishTextModels: () => void;

  constructor(
    slot: number,
    { stream, publishTextModels }: { readonly stream: ChangeStream; readonly publishTextModels: () => void },
    project: EmbeddedProject,
  ) {
    this.slot = slot;
    this.#publishTextModels = publishTextModels;
    this.#stream = stream;
    this.#project = project;
    const { catalog, text, textEmbeddings } = project;
    catalog.onChange(this);
    text.setListener(this);
    publishStores(project, (change) => this.#send(change));
    textEmbeddings.serving.onChange(this);
  }

  /** The state for a new replica. */
  state(): ProjectState {
    const { catalog, text, textEmbeddings, path } = this.#project;
    this.#publishTextModels();
    return {
      slot: this.slot,
      position: this.#stream.position(),
      path,
      stores: storeStates(this.#project),
      index: text.kernel.replicaState(),
      vectors: textEmbeddings.serving.state(),
      itemCache: catalog.cacheState(),
      staged: Array.from(catalog.pending, ([itemNumber, states]) => [
        itemNumber,
        states.map((item) => (item === null ? null : itemRecord(item).slice())),
      ]),
    };
  }

  /** Call when the project is closed, or is about to be. */
  publishClosing(reason: VitrineError): void {
    this.#send({ kind: 'closed', error: convertErrorForTransfer(reason) });
    this[Symbol.dispose]();
  }

  itemStaged({ no, before }: AppliedChange): void {
    this.#stream.stage(this.slot, no, before === null ? null : itemRecord(before));
  }

  itemApplied({ no }: AppliedChange): void {
    this.#stream.append(entryKinds.item, this.slot, no);
  }

  dropStaged(): void {
    this.#send({ kind: 'staged-dropped', position: this.#stream.position().staged });
  }

  itemCacheChanged(change: RecordCacheChange): void {
    this.#send({ kind: 'item-cache', change });
  }

  indexChanged(change: IndexChange): void {
    const { slot } = this;
    switch (change.kind) {
      case 'add':
        // Replicas build the document from the item.
        this.#stream.append(entryKinds.indexAdd, slot, change.document.key);
        break;
      case 'remove':
        this.#stream.append(entryKinds.indexRemove, slot, change.key);
        break;
      case 'popularity': {
        const payload = new Uint32Array(Float64Array.of(change.popularity).buffer);
        this.#stream.append(entryKinds.popularity, slot, change.key, payload);
        break;
      }
      case 'seal':
        this.#stream.append(entryKinds.seal, slot, change.next);
        break;
      default:
        this.#send({ kind: 'index', change });
    }
  }

  indexReplaced(kernel: SegmentedIndex): void {
    this.#send({ kind: 'index-replaced', index: kernel.replicaState() });
  }

  vectorChanged(change: VectorChange): void {
    const { slot } = this;
    if (change.kind === 'signs') this.#send({ kind: 'vector-signs', signs: change.signs });
    else if (change.kind === 'remove') this.#stream.append(entryKinds.vector, slot, change.key);
    else this.#stream.append(entryKinds.vector, slot, change.key, Uint32Array.of(change.row));
  }

  servingVectorsChanged(): void {
    this.#publishTextModels();
    this.#vectorsAt = null;
    this.#send({ kind: 'vectors', vectors: this.#project.textEmbeddings.serving.state() });
  }

  /** Releases memory of vectors that no replica reads; call regularly. All replicas have reached the position `reached`. */
  releaseVectors(reached: number): void {
    const { serving } = this.#project.textEmbeddings;
    if (this.#vectorsAt !== null) {
      if (isBefore(reached, this.#vectorsAt.position)) return;
      serving.onReplicasApplied(this.#vectorsAt.changeCount);
    }
    const { changeCount } = serving;
    this.#vectorsAt =
      changeCount === null ? null : { changeCount, position: this.#stream.position().applied };
  }

  [Symbol.dispose](): void {
    const { catalog, text, textEmbeddings } = this.#project;
    textEmbeddings.serving.onChange(null);
    catalog.onChange(null);
    text.setListener(null);
    publishStores(this.#project, null);
  }

  #send(message: ReplicaMessage): void {
    this.#stream.send(this.slot, message);
  }
}
