import type { TextEmbeddingCounts, TextEmbeddings, TextEmbeddingJob } from '../../ports/text-embeddings.ts';
import type { SearchSettings } from '../../ports/settings.ts';
import type { QueryEmbedding } from '../../ports/text.ts';
import type { SemanticSignal } from '../../kernel/text/scoring/semantic-scores.ts';
import { SemanticIndex } from '../../kernel/vectors/semantic-index.ts';
import type { JsonObject } from '../../ports/json.ts';
import { decodeUtf8 } from '../../lib/utf8.ts';
import type { AppliedChange } from '../storage/applied-change.ts';
import type { CatalogProjection, EmbeddedCatalog } from '../catalog/catalog-store.ts';
import { itemText, textHash, type TextFields } from './item-text.ts';
import {
  deleteOtherModels,
  hashPart,
  itemHashes,
  missingHashes,
  modelNames,
  newHashPart,
  textParts,
  vectorParts,
  vectorsOf,
  type ItemHash,
} from './embedding-rows.ts';
import type { LeaderElection } from '../storage/leader-election.ts';
import type { ProjectDatabase } from '../storage/project-database.ts';
import type { SharedChange, SharedChanges } from '../storage/shared-changes.ts';
import type { StatementBatch } from '../storage/writer.ts';

/**
 * Vectors serve where no more items than these lack one, or this share of all: while an import is embedded, lists would shift under
 * whoever pages through them.
 */
const missingMax = 20;
const missingShareMax = 0.02;
/** Items whose texts are looked at anew between two turns of the event loop. */
const itemsPerTurn = 500;

/** Vectors of one model. Its length is known with the first. */
interface Vectors {
  readonly model: string;
  index: SemanticIndex | null;
  /** Items with a vector of the text that they have now. */
  readonly fresh: Set<number>;
  /** Items whose text it refused. */
  readonly refused: Set<number>;
}

/** In the place of the vector of a text that a model refused. */
const noVector = new Float32Array(0);

/** What a project's items mean: which texts are to be embedded, in the database, and their vectors, there and in memory. */
export class EmbeddedTextEmbeddings implements TextEmbeddings, CatalogProjection {
  readonly #database: ProjectDatabase;
  readonly #election: LeaderElection;
  readonly #onError: (error: unknown) => void;
  /** Of the text of each item; empty where it has none, or it is not known yet which. */
  readonly #hashes = new Map<number, string>();
  /** Items that have a text. */
  #texts = 0;
  readonly #changeHashes = new WeakMap<AppliedChange, string>();
  #settings: TextFields;
  #catalog: EmbeddedCatalog | null = null;
  #serving: Vectors | null = null;
  /** What is wanted, where that is not what serves yet. */
  #next: Vectors | null = null;
  #wanted: string | null = null;
  /** What served when it was switched off: to be switched on again without reading all vectors, which takes 12 us for each. */
  #parked: Vectors | null = null;
  /** Items without a fresh vector of the wanted model, oldest first. */
  readonly #pending = new Set<number>();
  readonly #taken = new Set<number>();
  #wake: () => void = () => undefined;
  #rehashing = 0;
  #closed = false;

  constructor(options: {
    database: ProjectDatabase;
    election: LeaderElection;
    settings: SearchSettings;
    onError: (error: unknown) => void;
  }) {
    this.#database = options.database;
    this.#election = options.election;
    this.#election.onElected(options.database, () => this.#wake());
    this.#onError = options.onError;
    this.#settings = options.settings;
    for (const [no, hash] of itemHashes(this.#database.reads)) this.#setHash(no, hash);
    this.#database.onReplicated('texts', (texts) => () => {
      this.#noteAll(texts);
      this.#wake();
    });
    this.#database.onReplicated('vectors', ({ jobs, vectors, model }) => () => {
      this.#keepAll(jobs, vectors, model);
      this.#swapWhenWhole();
    });
  }

  /** Also notes the texts of items that a version without meanings stored. */
  async bind(catalog: EmbeddedCatalog): Promise<void> {
    this.#catalog = catalog;
    const missing = missingHashes(this.#database.reads);
    for (let from = 0; from < missing.length; from += itemsPerTurn) {
      const rows = missing
        .slice(from, from + itemsPerTurn)
        .map((no) => ({ no, hash: textHash(this.#textOf(no)), before: null }));
      await this.#write({ kind: 'texts', data: rows }, [newHashPart(rows)], () => this.#noteAll(rows));
    }
  }

  get model(): string | null {
    if (this.#serving === null) return null;
    // What the model refused will never have one.
    const missing = this.#texts - this.#serving.fresh.size - this.#serving.refused.size;
    return missing <= Math.max(missingMax, this.#texts * missingShareMax) ? this.#serving.model : null;
  }

  get bytes(): number {
    const kept = [this.#serving, this.#next, this.#parked];
    return kept.reduce((bytes, vectors) => bytes + (vectors?.index?.bytes ?? 0), 0);
  }

  setTargetModel(model: string | null, servable: (model: string) => boolean): void {
    if (this.#serving !== null && !servable(this.#serving.model)) this.#serving = null;
    if (model === this.#wanted) return;
    this.#wanted = model;
    this.#next = null;
    this.#pending.clear();
    if (model === null) {
      this.#parked = this.#serving;
      this.#serving = null;
      return;
    }
    if (this.#serving?.model !== model) {
      const wanted = this.#parked?.model === model ? this.#parked : this.#load(model);
      this.#parked = null;
      const others = this.#serving === null && wanted.fresh.size < this.#hashes.size;
      if (others) this.#serving = this.#loadOther(model, servable);
      if (this.#serving === null) this.#serving = wanted;
      else this.#next = wanted;
    }
    const { fresh, refused } = this.#target!;
    for (const [no, hash] of this.#hashes)
      if (hash !== '' && !fresh.has(no) && !refused.has(no)) this.#pending.add(no);
    this.#swapWhenWhole();
    if (this.#next === null && this.#pending.size === 0) this.#forgetOthers();
    this.#wake();
  }

  /** What the texts of changed items need written in the items' transaction. */
  parts(changes: readonly AppliedChange[]): StatementBatch[] {
    const last = new Map<number, ItemHash>();
    for (const change of changes) last.set(change.no, { no: change.no, hash: this.#hashOf(change) });
    return textParts([...last.values()]);
  }

  itemsChanged(changes: readonly AppliedChange[]): void {
    for (const change of changes) {
      const hash = this.#hashOf(change);
      if (hash === null) this.#forget(change.no);
      else this.#note(change.no, hash);
    }
    if (this.#pending.size > 0) this.#wake();
  }

  /** Looks at all texts again, in the background, where other fields are the name or are searched. */
  settingsChanged(settings: SearchSettings): void {
    // Vectors may be wanted from now on, or no more.
    this.#wake();
    const fieldsOf = ({ name, unsearchableFields }: TextFields): string =>
      JSON.stringify([name.fields, unsearchableFields]);
    const isSame = fieldsOf(settings) === fieldsOf(this.#settings);
    this.#settings = settings;
    if (isSame) return;
    const run = ++this.#rehashing;
    this.#inBackground(() => this.#rehash(run));
  }

  /** What the kernel asks about a query; undefined where the vector is of another model than serves. */
  of({ vector, model, weight, baseline: usual }: QueryEmbedding): SemanticSignal | undefined {
    const { index = null, model: serving } = this.#serving ?? {};
    if (index === null || model !== serving || vector.length !== index.dimensions) return undefined;
    return { likeness: index.query(vector, usual), weight };
  }

  take(limit: number): TextEmbeddingJob[] {
    const jobs: TextEmbeddingJob[] = [];
    if (!this.#election.isLeader) return jobs;
    for (const no of this.#pending) {
      if (jobs.length >= limit) break;
      if (this.#taken.has(no)) continue;
      const text = this.#textOf(no);
      // A hash of another text than the item has is of an older state, whose newer one is on its way here.
      if (textHash(text) !== this.#hashes.get(no)) continue;
      this.#taken.add(no);
      jobs.push({ no, text, hash: this.#hashes.get(no)! });
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
      const keep = (): void => this.#keepAll(jobs, vectors, model);
      await this.#write(change, vectorParts(jobs, vectors, model), keep);
    } finally {
      this.release(jobs);
    }
    this.#swapWhenWhole();
  }

  refuse(job: TextEmbeddingJob, model: string): Promise<void> {
    return this.finish([job], [noVector], model);
  }

  release(jobs: readonly TextEmbeddingJob[]): void {
    for (const { no } of jobs) this.#taken.delete(no);
  }

  counts(): TextEmbeddingCounts {
    const embedded = this.#serving?.fresh.size ?? 0;
    return { embedded, pending: this.#pending.size, refused: this.#target?.refused.size ?? 0 };
  }

  onWork(wake: () => void): void {
    this.#wake = wake;
  }

  /** Ends what goes on in the background. */
  close(): void {
    this.#closed = true;
    this.#rehashing++;
  }

  /** The vectors that new ones are for. */
  get #target(): Vectors | null {
    return this.#next ?? this.#serving;
  }

  #load(model: string): Vectors {
    const vectors: Vectors = { model, index: null, fresh: new Set(), refused: new Set() };
    for (const { no, hash, vector } of vectorsOf(this.#database.reads, model)) {
      if (this.#hashes.get(no) !== hash) continue;
      if (vector.length === 0) vectors.refused.add(no);
      else put(vectors, no, vector);
    }
    return vectors;
  }

  /** The vectors of another model that can serve until all of the wanted one are there. */
  #loadOther(wanted: string, servable: (model: string) => boolean): Vectors | null {
    const other = modelNames(this.#database.reads).find((name) => name !== wanted && servable(name));
    const vectors = other === undefined ? null : this.#load(other);
    return vectors === null || vectors.fresh.size === 0 ? null : vectors;
  }

  #keep({ no, hash }: TextEmbeddingJob, vector: Float32Array, model: string): void {
    const target = this.#target;
    if (target?.model !== model || this.#hashes.get(no) !== hash) return;
    // One of another length says nothing beside the others, and the model would give it again.
    if (vector.length === 0 || !put(target, no, vector)) target.refused.add(no);
    this.#pending.delete(no);
  }

  /** Lets the wanted model serve as soon as no text waits for it, and forgets the vectors of others. */
  #swapWhenWhole(): void {
    if (this.#next === null || this.#pending.size > 0) return;
    this.#serving = this.#next;
    this.#next = null;
    this.#forgetOthers();
  }

  #forgetOthers(): void {
    const model = this.#wanted;
    if (model === null || modelNames(this.#database.reads).every((name) => name === model)) return;
    this.#inBackground(async () => {
      await this.#write({ kind: 'rows', data: null }, deleteOtherModels(model), () => undefined);
    });
  }

  #write(change: SharedChange, parts: readonly StatementBatch[], apply: () => void): Promise<void> {
    return this.#database.write(() => ({ write: { change, parts, apply }, result: undefined }));
  }

  /** What nobody waits for: not begun, or broken off, once the project is being closed. */
  #inBackground(work: () => Promise<void>): void {
    work().catch((error: unknown) => {
      if (!this.#closed) this.#onError(error);
    });
  }

  #noteAll(texts: SharedChanges['texts']): void {
    for (const { no, hash, before } of texts)
      if (before === null || this.#hashes.get(no) === before) this.#note(no, hash);
  }

  #keepAll(jobs: readonly TextEmbeddingJob[], vectors: readonly Float32Array[], model: string): void {
    jobs.forEach((job, i) => this.#keep(job, vectors[i]!, model));
  }

  /** The text of an item is now this one. */
  #note(no: number, hash: string): void {
    if (this.#hashes.get(no) === hash) return;
    this.#forget(no);
    this.#setHash(no, hash);
    if (hash !== '' && this.#wanted !== null) this.#pending.add(no);
  }

  #setHash(no: number, hash: string): void {
    this.#hashes.set(no, hash);
    if (hash !== '') this.#texts++;
  }

  #forget(no: number): void {
    if ((this.#hashes.get(no) ?? '') !== '') this.#texts--;
    this.#hashes.delete(no);
    this.#pending.delete(no);
    for (const vectors of [this.#serving, this.#next, this.#parked]) {
      vectors?.index?.remove(no);
      vectors?.fresh.delete(no);
      vectors?.refused.delete(no);
    }
  }

  /** Null where the item was deleted. */
  #hashOf(change: AppliedChange): string | null {
    if (change.content === null) return null;
    let hash = this.#changeHashes.get(change);
    if (hash === undefined) {
      hash = textHash(itemText(change.content.fields, this.#settings));
      this.#changeHashes.set(change, hash);
    }
    return hash;
  }

  #textOf(no: number): string {
    const item = this.#catalog?.byNumber(no) ?? null;
    if (item === null) return '';
    return itemText(JSON.parse(decodeUtf8(item.json)) as JsonObject, this.#settings);
  }

  async #rehash(run: number): Promise<void> {
    const numbers = [...this.#hashes.keys()];
    for (let from = 0; from < numbers.length && run === this.#rehashing; from += itemsPerTurn) {
      const changed = numbers.slice(from, from + itemsPerTurn).flatMap((no) => {
        const before = this.#hashes.get(no);
        const hash = textHash(this.#textOf(no));
        return before === undefined || before === hash ? [] : [{ no, hash, before }];
      });
      await this.#write({ kind: 'texts', data: changed }, [hashPart(changed)], () => this.#noteAll(changed));
    }
    this.#wake();
  }
}

/** Says whether the vector is as long as the others. */
function put(vectors: Vectors, no: number, vector: Float32Array): boolean {
  vectors.index ??= new SemanticIndex(vector.length);
  if (vectors.index.dimensions !== vector.length) return false;
  vectors.index.set(no, vector);
  vectors.fresh.add(no);
  return true;
}
