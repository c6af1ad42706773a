import type { VitrineError } from '../../ports/errors.ts';
import { createItemRecord } from '../catalog/item-cache.ts';
import type { RecordCacheChange } from '../../kernel/bits/record-cache.ts';
import type { CatalogListener } from '../catalog/catalog-projections.ts';
import type { AppliedChange } from '../log/applied-change.ts';
import type { EmbeddedProject } from '../projects/project.ts';
import type { IndexListener } from '../search/text-index.ts';
import type { IndexChange, SegmentedIndex } from '../../kernel/text/search/segmented-index.ts';
import type { SemanticIndexChange } from '../../kernel/vectors/semantic-index.ts';
import type { ServingVectors } from '../text-embeddings/serving-vectors.ts';
import { entryKinds, isBefore, type ChangeStream } from './change-stream.ts';
import { publishStores, storeStates } from './replicated-stores.ts';
import { convertErrorForTransfer } from './sent-error.ts';
import { encodePlace, type ProjectState, type ReplicaMessage } from './replica-messages.ts';

/** Publishes the changes of a project to its replicas in other threads, while there are any. */
export class ProjectPublisher implements CatalogListener, IndexListener, Disposable {
  readonly slot: number;
  readonly #stream: ChangeStream;
  readonly #project: EmbeddedProject;

  /** By space, the numbers of changes of the vectors at a position of the stream that not all replicas have reached; null if unknown. */
  readonly #vectorsAt: ({ readonly changeCounts: readonly number[]; readonly position: number } | null)[] =
    [];
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
    textEmbeddings.spaces.forEach(({ serving }, space) =>
      serving.onChange({
        vectorChanged: (change) => this.#vectorChanged(space, change),
        servingVectorsChanged: () => this.#servingVectorsChanged(space, serving),
      }),
    );
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
      index: text.kernel.readReplicaState(),
      vectors: textEmbeddings.spaces.map(({ serving }) => serving.state()),
      itemCache: catalog.cacheState(),
      staged: Array.from(catalog.pending, ([itemNumber, states]) => [
        itemNumber,
        states.map((item) => (item === null ? null : createItemRecord(item).slice())),
      ]),
    };
  }

  /** Call when the project is closed, or is about to be. */
  publishClosing(reason: VitrineError): void {
    this.#send({ kind: 'closed', error: convertErrorForTransfer(reason) });
    this[Symbol.dispose]();
  }

  itemStaged({ no, before }: AppliedChange): void {
    this.#stream.stage(this.slot, no, before === null ? null : createItemRecord(before));
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
    this.#send({ kind: 'index-replaced', index: kernel.readReplicaState() });
  }

  /** Releases memory of vectors that no replica reads; call regularly. All replicas have reached the position `reached`. */
  releaseVectors(reached: number): void {
    this.#project.textEmbeddings.spaces.forEach(({ serving }, space) => {
      const vectorsAt = this.#vectorsAt[space] ?? null;
      if (vectorsAt !== null) {
        if (isBefore(reached, vectorsAt.position)) return;
        serving.onReplicasApplied(vectorsAt.changeCounts);
      }
      const { changeCounts } = serving;
      this.#vectorsAt[space] =
        changeCounts === null ? null : { changeCounts, position: this.#stream.position().applied };
    });
  }

  [Symbol.dispose](): void {
    const { catalog, text, textEmbeddings } = this.#project;
    for (const { serving } of textEmbeddings.spaces) serving.onChange(null);
    catalog.onChange(null);
    text.setListener(null);
    publishStores(this.#project, null);
  }

  #vectorChanged(space: number, { layer, change }: SemanticIndexChange): void {
    const place = { space, layer };
    const number = encodePlace(place);
    const append = (key: number, ...payload: readonly number[]): void =>
      this.#stream.append(entryKinds.vector, this.slot, key, Uint32Array.of(number, ...payload));
    if (change.kind === 'remove') append(change.key);
    else if (change.kind === 'set') append(change.key, change.row);
    else this.#send({ kind: 'vector-layer', place, change });
  }

  #servingVectorsChanged(space: number, serving: ServingVectors): void {
    this.#publishTextModels();
    this.#vectorsAt[space] = null;
    this.#send({ kind: 'vectors', space, vectors: serving.state() });
  }

  #send(message: ReplicaMessage): void {
    this.#stream.send(this.slot, message);
  }
}
