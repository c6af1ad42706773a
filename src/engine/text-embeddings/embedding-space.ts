import type {
  EmbeddingSpace,
  TextEmbeddingCounts,
  TextEmbeddingJob,
} from '../../ports/search/text-embeddings.ts';
import { SemanticIndex } from '../../kernel/vectors/semantic-index.ts';
import type { Leadership } from '../log/leader-election.ts';
import type { ProjectDatabase } from '../log/project-database.ts';
import type { SharedChanges } from '../log/shared-changes.ts';
import { ModelChange } from '../vectors/model-change.ts';
import { deleteModels, modelNames, readTextVectors, vectorParts } from './embedding-rows.ts';
import type { EmbeddedItemTexts, TextsListener } from './item-texts.ts';
import { ServingVectors } from './serving-vectors.ts';

/**
 * Vectors serve while at most this many items, or this share of all, lack one. With more missing, lists would
 * change during paging while an import is embedded.
 */
const missingMax = 20;
const missingShareMax = 0.02;

/** The vectors of one model. The first one determines the dimensions. */
interface Vectors {
  readonly model: string;
  index: SemanticIndex | null;
  /** Items with vectors of their current texts. */
  readonly current: Set<number>;
  /** Items whose texts the model refused. */
  readonly refused: Set<number>;
}

interface Options {
  readonly database: ProjectDatabase;
  readonly election: Leadership;
  readonly texts: EmbeddedItemTexts;
  /** The models that other spaces use, whose stored vectors are not deleted; null while they are unknown. */
  readonly otherModels: () => readonly string[] | null;
  readonly onError: (error: unknown) => void;
}

/** The vectors of a project's texts by one model, in the database and in memory. */
export class StoredEmbeddingSpace implements EmbeddingSpace, TextsListener {
  readonly serving = new ServingVectors(() => ({
    textModel: this.model,
    isMostlyRefused: this.isMostlyRefused,
    vectors: this.#vectors.serving,
  }));
  readonly #options: Options;
  readonly #vectors: ModelChange<Vectors>;
  #targetModel: string | null = null;
  #isTargetKnown = false;
  /** The vectors that served before the model was disabled: enabling it again need not read them, which takes 12 us per vector. */
  #parked: Vectors | null = null;
  /** Items without current vectors of the target model, oldest first. */
  readonly #pending = new Set<number>();
  readonly #takenItems = new Set<number>();
  #wake: () => void = () => undefined;
  #closed = false;

  constructor(options: Options) {
    this.#options = options;
    const { database, election, texts } = options;
    texts.onChange(this);
    this.#vectors = new ModelChange({
      database,
      election,
      isComplete: () => this.#pending.size === 0,
      deleteOthers: () => {
        const others = options.otherModels();
        if (this.#targetModel === null || others === null) return [];
        const used = new Set([this.#targetModel, ...others]);
        const unused = modelNames(database.reads).filter((name) => !used.has(name));
        return unused.length === 0 ? [] : deleteModels(unused);
      },
    });
  }

  /** Call when this process begins to run the background work of the project. */
  onElected(): void {
    this.#wake();
    this.#deleteOthers();
  }

  get model(): string | null {
    const { serving } = this.#vectors;
    if (serving === null || this.isMostlyRefused) return null;
    const { count } = this.#options.texts;
    // Refused texts will never have a vector.
    const missing = count - serving.current.size - serving.refused.size;
    return missing <= Math.max(missingMax, count * missingShareMax) ? serving.model : null;
  }

  get isMostlyRefused(): boolean {
    const { serving } = this.#vectors;
    return serving !== null && serving.refused.size > serving.current.size;
  }

  get bytes(): number {
    return this.#allVectors.reduce((bytes, { index }) => bytes + (index?.bytes ?? 0), 0);
  }

  /** Whether all texts have a vector, or will not get one. */
  get isComplete(): boolean {
    return this.#isTargetKnown && this.#pending.size === 0;
  }

  /** The models whose stored vectors are needed; null while they are unknown. */
  get usedModels(): readonly string[] | null {
    return this.#isTargetKnown ? this.#allVectors.map(({ model }) => model) : null;
  }

  get targetModel(): string | null {
    return this.#targetModel;
  }

  setTargetModel(model: string | null, servable: (model: string) => boolean): void {
    this.#isTargetKnown = true;
    let { serving } = this.#vectors;
    if (serving !== null && !servable(serving.model)) {
      const { target } = this.#vectors;
      this.#vectors.begin(target === serving ? null : target, null);
      ({ serving } = this.#vectors);
      this.serving.report();
    }
    if (model === this.#targetModel) return;
    this.#targetModel = model;
    this.#pending.clear();
    if (model === null) {
      this.#parked = serving;
      this.#vectors.begin(null, null);
      this.serving.report();
      return;
    }
    const { texts } = this.#options;
    const target = [serving, this.#parked].find((vectors) => vectors?.model === model) ?? this.#load(model);
    this.#parked = null;
    if (serving === null && target.current.size < texts.itemCount) serving = this.#loadOther(model, servable);
    const { current, refused } = target;
    for (const [itemNumber, hash] of texts.hashes())
      if (hash !== '' && !current.has(itemNumber) && !refused.has(itemNumber)) this.#pending.add(itemNumber);
    this.#vectors.begin(target, serving === target ? null : serving);
    this.serving.report();
    this.#deleteOthers();
    this.#wake();
  }

  take(limit: number): TextEmbeddingJob[] {
    const jobs: TextEmbeddingJob[] = [];
    const { election, texts } = this.#options;
    if (!election.isLeader) return jobs;
    for (const itemNumber of this.#pending) {
      if (jobs.length >= limit) break;
      if (this.#takenItems.has(itemNumber)) continue;
      const itemTexts = texts.findTexts(itemNumber);
      if (itemTexts === null) continue;
      this.#takenItems.add(itemNumber);
      jobs.push({ no: itemNumber, ...itemTexts, hash: texts.findHash(itemNumber)! });
    }
    return jobs;
  }

  async finish(
    jobs: readonly TextEmbeddingJob[],
    vectors: readonly (readonly Float32Array[])[],
    model: string,
  ): Promise<void> {
    try {
      // Processes of earlier versions expect one vector a job.
      const entries = vectors.map((list) => (list.length === 1 ? list[0]! : list));
      const change = { kind: 'vectors', data: { jobs, vectors: entries, model } } as const;
      const apply = (): void => this.addVectors(change.data);
      const write = { change, parts: vectorParts(jobs, vectors, model), apply };
      await this.#options.database.write(() => ({ write, result: undefined }));
    } finally {
      this.release(jobs);
    }
    this.#deleteOthers();
  }

  refuse(jobs: readonly TextEmbeddingJob[], model: string): Promise<void> {
    return this.finish(
      jobs,
      jobs.map(() => []),
      model,
    );
  }

  release(jobs: readonly TextEmbeddingJob[]): void {
    for (const { no } of jobs) this.#takenItems.delete(no);
  }

  counts(): TextEmbeddingCounts {
    const { serving, target } = this.#vectors;
    const embedded = serving?.current.size ?? 0;
    return { embedded, pending: this.#pending.size, refused: target?.refused.size ?? 0 };
  }

  onWork(wake: () => void): void {
    this.#wake = wake;
  }

  close(): void {
    this.#closed = true;
  }

  /** Calls the worker: the target model may have to change. */
  wake(): void {
    this.#wake();
  }

  /** Applies the vectors of jobs, if they are of the target model. Entries of earlier versions have one vector each. */
  addVectors({ jobs, vectors, model }: SharedChanges['vectors']): void {
    const { target } = this.#vectors;
    if (target?.model !== model) return;
    const { texts } = this.#options;
    jobs.forEach(({ no, hash }, i) => {
      if (texts.findHash(no) !== hash) return;
      const entry = vectors[i]!;
      const list = entry instanceof Float32Array ? [entry].filter(({ length }) => length > 0) : entry;
      // A vector of another length cannot be compared, and the model would return it again.
      if (list.length === 0 || !addTo(target, no, list)) target.refused.add(no);
      this.#pending.delete(no);
    });
    this.#vectors.switchWhenComplete();
    this.serving.report();
  }

  textSet(itemNumber: number, hash: string): void {
    if (hash !== '' && this.#targetModel !== null) this.#pending.add(itemNumber);
  }

  textRemoved(itemNumber: number): void {
    this.#pending.delete(itemNumber);
    for (const { index, current, refused } of this.#allVectors) {
      index?.remove(itemNumber);
      current.delete(itemNumber);
      refused.delete(itemNumber);
    }
  }

  textsChanged(): void {
    this.serving.report();
    if (this.#pending.size > 0) this.#wake();
  }

  get servingVectors(): Vectors | null {
    return this.#vectors.serving;
  }

  get #allVectors(): readonly Vectors[] {
    return this.#parked === null ? this.#vectors.all : [...this.#vectors.all, this.#parked];
  }

  #load(model: string): Vectors {
    const vectors: Vectors = { model, index: null, current: new Set(), refused: new Set() };
    const { database, texts } = this.#options;
    for (const { no, hash, vectors: list } of readTextVectors(database.reads, model)) {
      if (texts.findHash(no) !== hash) continue;
      if (list.length === 0) vectors.refused.add(no);
      else addTo(vectors, no, list);
    }
    return vectors;
  }

  /** The vectors of another model that can serve until those of the target model are complete. */
  #loadOther(target: string, servable: (model: string) => boolean): Vectors | null {
    const { database, otherModels } = this.#options;
    const others = otherModels() ?? [];
    const other = modelNames(database.reads).find(
      (name) => name !== target && !others.includes(name) && servable(name),
    );
    const vectors = other === undefined ? null : this.#load(other);
    return vectors === null || vectors.current.size === 0 ? null : vectors;
  }

  /** No request waits for it; errors are ignored once the project is closing. */
  #deleteOthers(): void {
    this.#vectors.deleteOthers().catch((error: unknown) => {
      if (!this.#closed) this.#options.onError(error);
    });
  }
}

/** Adds the vectors of an item; returns false if one has other dimensions than the index. */
function addTo(vectors: Vectors, itemNumber: number, list: readonly Float32Array[]): boolean {
  vectors.index ??= new SemanticIndex(list[0]!.length);
  const { dimensions } = vectors.index;
  if (list.some(({ length }) => length !== dimensions)) return false;
  vectors.index.set(itemNumber, ...list);
  vectors.current.add(itemNumber);
  return true;
}
