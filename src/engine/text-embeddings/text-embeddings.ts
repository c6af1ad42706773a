import { isDeepStrictEqual } from 'node:util';
import type {
  TextEmbeddingCounts,
  TextEmbeddings,
  TextEmbeddingJob,
} from '../../ports/search/text-embeddings.ts';
import type { SearchSettings } from '../../ports/configuration/settings.ts';
import type { QueryEmbedding } from '../../ports/search/text.ts';
import type { SemanticSignal } from '../../kernel/text/scoring/semantic-scores.ts';
import { SemanticIndex } from '../../kernel/vectors/semantic-index.ts';
import type { JsonObject } from '../../ports/catalog/json.ts';
import { decodeUtf8 } from '../../lib/utf8.ts';
import type { AppliedChange } from '../log/applied-change.ts';
import type { CatalogProjection } from '../catalog/catalog-projections.ts';
import type { EmbeddedCatalog } from '../catalog/catalog-store.ts';
import { selectEmbeddedFields, createItemText, hashText, type TextFields } from './item-text.ts';
import {
  deleteOtherModels,
  hashPart,
  itemHashes,
  missingHashes,
  modelNames,
  newHashPart,
  textParts,
  vectorParts,
  readTextVectors,
  type ItemHash,
} from './embedding-rows.ts';
import type { Leadership } from '../log/leader-election.ts';
import type { ProjectDatabase } from '../log/project-database.ts';
import type { SharedChange, SharedChanges } from '../log/shared-changes.ts';
import type { StatementBatch } from '../storage/writer.ts';
import { ModelChange } from '../vectors/model-change.ts';
import { semanticSignal, ServingVectors } from './serving-vectors.ts';
import { TextHashes } from './text-hashes.ts';

/**
 * Vectors serve while at most this many items, or this share of all, lack one. With more missing, lists would
 * change during paging while an import is embedded.
 */
const missingMax = 20;
const missingShareMax = 0.02;
/** Items whose texts are checked between two turns of the event loop. */
const itemsPerTurn = 500;

/** The vectors of one model. The first one determines the dimensions. */
interface Vectors {
  readonly model: string;
  index: SemanticIndex | null;
  /** Items with a vector of their current text. */
  readonly current: Set<number>;
  /** Items whose text the model refused. */
  readonly refused: Set<number>;
}

/** Stored instead of a vector if a model refused the text. */
const noVector = new Float32Array(0);

/** The text embeddings of a project: the texts to embed in the database, and their vectors in the database and in memory. */
export class EmbeddedTextEmbeddings implements TextEmbeddings, CatalogProjection {
  readonly serving = new ServingVectors(() => ({
    textModel: this.model,
    isMostlyRefused: this.isMostlyRefused,
    vectors: this.#vectors.serving,
  }));
  readonly #database: ProjectDatabase;
  readonly #election: Leadership;
  readonly #onError: (error: unknown) => void;
  /** The hash of each item's text; empty if it has none or is not known yet. */
  readonly #hashes = new TextHashes();
  /** Number of items with a text. */
  #texts = 0;
  readonly #changeHashes = new WeakMap<AppliedChange, string>();
  #settings: TextFields;
  #catalog: EmbeddedCatalog | null = null;
  readonly #vectors: ModelChange<Vectors>;
  #targetModel: string | null = null;
  #isTargetKnown = false;
  /** The vectors that served before the model was disabled: enabling it again need not read them, which takes 12 us per vector. */
  #parked: Vectors | null = null;
  /** Items without a current vector of the target model, oldest first. */
  readonly #pending = new Set<number>();
  readonly #takenItems = new Set<number>();
  #wake: () => void = () => undefined;
  #rehashRun = 0;
  #closed = false;

  constructor(options: {
    database: ProjectDatabase;
    election: Leadership;
    settings: SearchSettings;
    onError: (error: unknown) => void;
  }) {
    this.#database = options.database;
    this.#election = options.election;
    this.#election.onElected(options.database, () => {
      this.#wake();
      this.#deleteOthers();
    });
    this.#vectors = new ModelChange({
      ...options,
      isComplete: () => this.#pending.size === 0,
      deleteOthers: () => {
        const model = this.#targetModel;
        const names = modelNames(this.#database.reads);
        return model === null || names.every((name) => name === model) ? [] : deleteOtherModels(model);
      },
    });
    this.#onError = options.onError;
    this.#settings = options.settings;
    for (const [itemNumber, hash] of itemHashes(this.#database.reads)) this.#setHash(itemNumber, hash);
    this.#database.onReplicated('texts', (texts) => () => {
      this.#setTexts(texts);
      this.#wake();
    });
    this.#database.onReplicated('vectors', ({ jobs, vectors, model }) => () => {
      this.#addVectors(jobs, vectors, model);
    });
  }

  /** Connects the catalog, and stores the hashes of items that a version without text embeddings stored. */
  async bind(catalog: EmbeddedCatalog): Promise<void> {
    this.#catalog = catalog;
    const missing = missingHashes(this.#database.reads);
    for (let from = 0; from < missing.length; from += itemsPerTurn) {
      const rows = missing
        .slice(from, from + itemsPerTurn)
        .map((itemNumber) => ({ no: itemNumber, hash: hashText(this.#readText(itemNumber)), before: null }));
      await this.#write({ kind: 'texts', data: rows }, [newHashPart(rows)], () => this.#setTexts(rows));
    }
  }

  get model(): string | null {
    const { serving } = this.#vectors;
    if (serving === null || this.isMostlyRefused) return null;
    // Refused texts will never have a vector.
    const missing = this.#texts - serving.current.size - serving.refused.size;
    return missing <= Math.max(missingMax, this.#texts * missingShareMax) ? serving.model : null;
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
    const target = [serving, this.#parked].find((vectors) => vectors?.model === model) ?? this.#load(model);
    this.#parked = null;
    if (serving === null && target.current.size < this.#hashes.size)
      serving = this.#loadOther(model, servable);
    const { current, refused } = target;
    for (const [itemNumber, hash] of this.#hashes.entries())
      if (hash !== '' && !current.has(itemNumber) && !refused.has(itemNumber)) this.#pending.add(itemNumber);
    this.#vectors.begin(target, serving === target ? null : serving);
    this.serving.report();
    this.#deleteOthers();
    this.#wake();
  }

  /** The statements for the texts of changed items, run in the items' transaction. */
  parts(changes: readonly AppliedChange[]): StatementBatch[] {
    const last = new Map<number, ItemHash>();
    for (const change of changes) last.set(change.no, { no: change.no, hash: this.#computeHash(change) });
    return textParts([...last.values()]);
  }

  itemsChanged(changes: readonly AppliedChange[]): void {
    for (const change of changes) {
      const hash = this.#computeHash(change);
      if (hash === null) this.#removeText(change.no);
      else this.#setText(change.no, hash);
    }
    this.serving.report();
    if (this.#pending.size > 0) this.#wake();
  }

  /** Checks all texts again in the background if the name fields or the searchable fields change. */
  settingsChanged(settings: SearchSettings): void {
    // Embedding may have been enabled or disabled.
    this.#wake();
    const isSame = isDeepStrictEqual(selectEmbeddedFields(settings), selectEmbeddedFields(this.#settings));
    this.#settings = settings;
    if (isSame) return;
    const run = ++this.#rehashRun;
    this.#inBackground(() => this.#rehash(run));
  }

  /** The semantic signal of a query, or undefined if its vector is of another model than the serving one. */
  of(query: QueryEmbedding): SemanticSignal | undefined {
    return semanticSignal(query, this.#vectors.serving);
  }

  take(limit: number): TextEmbeddingJob[] {
    const jobs: TextEmbeddingJob[] = [];
    if (!this.#election.isLeader) return jobs;
    for (const itemNumber of this.#pending) {
      if (jobs.length >= limit) break;
      if (this.#takenItems.has(itemNumber)) continue;
      const text = this.#readText(itemNumber);
      // A text with another hash belongs to an older state; the newer one is being applied.
      if (hashText(text) !== this.#hashes.get(itemNumber)) continue;
      this.#takenItems.add(itemNumber);
      jobs.push({ no: itemNumber, text, hash: this.#hashes.get(itemNumber)! });
    }
    return jobs;
  }

  async finish(
    jobs: readonly TextEmbeddingJob[],
    vectors: readonly Float32Array[],
    model: string,
  ): Promise<void> {
    try {
      const change = { kind: 'vectors', data: { jobs, vectors, model } } as const;
      const apply = (): void => this.#addVectors(jobs, vectors, model);
      await this.#write(change, vectorParts(jobs, vectors, model), apply);
    } finally {
      this.release(jobs);
    }
    this.#deleteOthers();
  }

  refuse(jobs: readonly TextEmbeddingJob[], model: string): Promise<void> {
    return this.finish(
      jobs,
      jobs.map(() => noVector),
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
    this.#rehashRun++;
  }

  get #allVectors(): readonly Vectors[] {
    return this.#parked === null ? this.#vectors.all : [...this.#vectors.all, this.#parked];
  }

  #load(model: string): Vectors {
    const vectors: Vectors = { model, index: null, current: new Set(), refused: new Set() };
    for (const { no, hash, vector } of readTextVectors(this.#database.reads, model)) {
      if (this.#hashes.get(no) !== hash) continue;
      if (vector.length === 0) vectors.refused.add(no);
      else addTo(vectors, no, vector);
    }
    return vectors;
  }

  /** The vectors of another model that can serve until those of the target model are complete. */
  #loadOther(target: string, servable: (model: string) => boolean): Vectors | null {
    const other = modelNames(this.#database.reads).find((name) => name !== target && servable(name));
    const vectors = other === undefined ? null : this.#load(other);
    return vectors === null || vectors.current.size === 0 ? null : vectors;
  }

  #addVector({ no, hash }: TextEmbeddingJob, vector: Float32Array, model: string): void {
    const { target } = this.#vectors;
    if (target?.model !== model || this.#hashes.get(no) !== hash) return;
    // A vector of another length cannot be compared, and the model would return it again.
    if (vector.length === 0 || !addTo(target, no, vector)) target.refused.add(no);
    this.#pending.delete(no);
  }

  #deleteOthers(): void {
    this.#inBackground(() => this.#vectors.deleteOthers());
  }

  #write(change: SharedChange, parts: readonly StatementBatch[], apply: () => void): Promise<void> {
    return this.#database.write(() => ({ write: { change, parts, apply }, result: undefined }));
  }

  /** Runs work that no request waits for; its errors are ignored once the project is closing. */
  #inBackground(work: () => Promise<void>): void {
    work().catch((error: unknown) => {
      if (!this.#closed) this.#onError(error);
    });
  }

  #setTexts(texts: SharedChanges['texts']): void {
    for (const { no, hash, before } of texts)
      if (before === null || this.#hashes.get(no) === before) this.#setText(no, hash);
    this.serving.report();
  }

  #addVectors(jobs: readonly TextEmbeddingJob[], vectors: readonly Float32Array[], model: string): void {
    jobs.forEach((job, i) => this.#addVector(job, vectors[i]!, model));
    this.#vectors.switchWhenComplete();
    this.serving.report();
  }

  /** Records the current text hash of an item. */
  #setText(itemNumber: number, hash: string): void {
    if (this.#hashes.get(itemNumber) === hash) return;
    this.#removeText(itemNumber);
    this.#setHash(itemNumber, hash);
    if (hash !== '' && this.#targetModel !== null) this.#pending.add(itemNumber);
  }

  #setHash(itemNumber: number, hash: string): void {
    this.#hashes.set(itemNumber, hash);
    if (hash !== '') this.#texts++;
  }

  #removeText(itemNumber: number): void {
    if ((this.#hashes.get(itemNumber) ?? '') !== '') this.#texts--;
    this.#hashes.delete(itemNumber);
    this.#pending.delete(itemNumber);
    for (const { index, current, refused } of this.#allVectors) {
      index?.remove(itemNumber);
      current.delete(itemNumber);
      refused.delete(itemNumber);
    }
  }

  /** The hash of the text after a change, or null if the item was deleted. */
  #computeHash(change: AppliedChange): string | null {
    if (change.content === null) return null;
    let hash = this.#changeHashes.get(change);
    if (hash === undefined) {
      hash = hashText(createItemText(change.content.fields, this.#settings));
      this.#changeHashes.set(change, hash);
    }
    return hash;
  }

  #readText(itemNumber: number): string {
    const item = this.#catalog?.findItem(itemNumber) ?? null;
    if (item === null) return '';
    return createItemText(JSON.parse(decodeUtf8(item.json)) as JsonObject, this.#settings);
  }

  async #rehash(run: number): Promise<void> {
    const numbers = Array.from(this.#hashes.entries(), ([itemNumber]) => itemNumber);
    for (let from = 0; from < numbers.length && run === this.#rehashRun; from += itemsPerTurn) {
      const changed = numbers.slice(from, from + itemsPerTurn).flatMap((itemNumber) => {
        const before = this.#hashes.get(itemNumber);
        const hash = hashText(this.#readText(itemNumber));
        return before === undefined || before === hash ? [] : [{ no: itemNumber, hash, before }];
      });
      await this.#write({ kind: 'texts', data: changed }, [hashPart(changed)], () => this.#setTexts(changed));
    }
    this.#wake();
  }
}

/** Adds a vector; returns false if it has other dimensions than the index. */
function addTo(vectors: Vectors, itemNumber: number, vector: Float32Array): boolean {
  vectors.index ??= new SemanticIndex(vector.length);
  if (vectors.index.dimensions !== vector.length) return false;
  vectors.index.set(itemNumber, vector);
  vectors.current.add(itemNumber);
  return true;
}
