import { hash } from 'node:crypto';
import { PictureIndex, type PictureSearchResult } from '../../kernel/vectors/picture-index.ts';
import { QueryMean } from '../../kernel/vectors/query-mean.ts';
import { ScoreSpread } from '../../kernel/vectors/score-spread.ts';
import { decodeVector } from '../../kernel/vectors/vector-codec.ts';
import { evictOldest } from '../../lib/evict-oldest.ts';
import type { PictureColumns } from './picture-rows.ts';
import type { ProjectDatabase } from '../log/project-database.ts';
import type { PictureEmbedding } from '../log/shared-changes.ts';
import type { StatementBatch } from '../storage/writer.ts';

/** Maximum dot products of the out-of-catalog calibration per added picture: less than a millisecond. */
const dotsPerPicture = 10_000;
/** The mean and the score spread of photo queries are stored after this many photos. */
const photosPerWrite = 20;
/** A photo counts once among this many: its pages, sorts and repetitions add no evidence. */
const distinctPhotosMax = 1_000;

/** The vectors that one model computed for a project's pictures, and the mean and the score spread of its photo queries. */
export class PictureVectors {
  readonly model: string;
  readonly #index: PictureIndex;
  #queryMean: QueryMean;
  #spread: ScoreSpread;
  /** Items with at least one vector, and the positions of their embedded pictures. */
  readonly #embedded = new Map<number, Set<number>>();
  readonly #database: ProjectDatabase;
  /** Hashes of the features of the last observed photos. */
  readonly #observed = new Set<string>();
  /** Counts the changes. */
  revision = 0;

  constructor(
    database: ProjectDatabase,
    {
      model,
      dimensions,
      blankFeature,
    }: { model: string; dimensions: number; blankFeature: Float32Array | null },
    rows: Iterable<PictureColumns> = [],
  ) {
    this.#database = database;
    this.model = model;
    this.#index = new PictureIndex(Math.max(1, dimensions), { blankFeature });
    this.#queryMean = this.#loadQueryMean();
    this.#spread = this.#loadSpread();
    const embedded = this.#embedded;
    this.#index.fill(
      (function* () {
        for (const { no, position, feature, augmented, probes } of rows) {
          const vector = decodeVector(feature);
          // Vectors of a replaced model of the same name cannot be compared.
          if (vector.length !== dimensions) continue;
          embedded.set(no, (embedded.get(no) ?? new Set()).add(position));
          yield {
            key: no,
            picture: position,
            feature: vector,
            augmented: augmented === null ? null : decodeVector(augmented),
            probes: probes === null ? null : decodeVector(probes),
          };
        }
      })(),
    );
  }

  has(itemNumber: number): boolean {
    return this.#embedded.has(itemNumber);
  }

  set(itemNumber: number, position: number, vectors: PictureEmbedding): void {
    const { feature, augmentedMean: augmented, calibrationSamples: probes } = vectors;
    if (feature.length !== this.#index.dimensions) return;
    this.revision++;
    this.#index.set(itemNumber, position, { feature, augmented, probes });
    this.#embedded.set(itemNumber, (this.#embedded.get(itemNumber) ?? new Set()).add(position));
    this.#index.calibrate(dotsPerPicture);
  }

  drop(itemNumber: number, position: number): void {
    this.revision++;
    this.#index.removePicture(itemNumber, position);
    const positions = this.#embedded.get(itemNumber);
    positions?.delete(position);
    if (positions?.size === 0) this.#embedded.delete(itemNumber);
  }

  search(feature: Float32Array, limit: number, allow: (itemNumber: number) => boolean): PictureSearchResult {
    // The model was loaded after the service started, and no vector of it exists yet.
    if (feature.length !== this.#index.dimensions) return { hits: [], margin: 0, confidence: 'low' };
    return this.#index.search(feature, { limit, allow, queryMean: this.#queryMean, spread: this.#spread });
  }

  /** See `PictureIndex.showsNoItem`. */
  showsNoItem(feature: Float32Array): boolean {
    return feature.length === this.#index.dimensions && this.#index.showsNoItem(feature);
  }

  /** The feature of a photo as it is compared with pictures. */
  centre(feature: Float32Array): Float32Array {
    return this.#index.centreFeature(feature, this.#queryMean);
  }

  neighbours(
    itemNumber: number,
    limit: number,
    allow: (itemNumber: number) => boolean,
  ): { key: number; score: number }[] | null {
    return this.#index.neighbours(itemNumber, { limit, allow });
  }

  /** Adds a photo to the statistics; returns the statement that stores them if that is due. */
  observe(feature: Float32Array): StatementBatch | null {
    if (!this.#isNew(feature)) return null;
    const squares = this.#index.sampleSquaredScores(feature, this.#queryMean);
    if (squares !== null) this.#spread.observe(squares);
    this.#queryMean.observe(feature);
    if (this.#queryMean.count % photosPerWrite !== 0) return null;
    const sql =
      'INSERT INTO state (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value';
    return {
      sql,
      rows: [
        [this.#stateName('query-mean'), this.#queryMean.toBytes()],
        [this.#stateName('score-spread'), this.#spread.toBytes()],
      ],
    };
  }

  /** Loads the statistics of photos that another process stored. */
  rereadPhotoState(): void {
    this.#queryMean = this.#loadQueryMean();
    this.#spread = this.#loadSpread();
  }

  #isNew(feature: Float32Array): boolean {
    const name = hash('sha256', new Uint8Array(feature.buffer, feature.byteOffset, feature.byteLength));
    if (this.#observed.has(name)) return false;
    this.#observed.add(name);
    evictOldest(this.#observed, distinctPhotosMax);
    return true;
  }

  #loadQueryMean(): QueryMean {
    const stored = this.#readStatistic('query-mean', (bytes) => QueryMean.fromBytes(bytes));
    // Photos of a replaced model of the same name cannot be compared.
    return stored?.dimensions === this.#index.dimensions ? stored : new QueryMean(this.#index.dimensions);
  }

  #loadSpread(): ScoreSpread {
    return this.#readStatistic('score-spread', (bytes) => ScoreSpread.fromBytes(bytes)) ?? new ScoreSpread();
  }

  /** Reads a statistic of photos, or null if it is missing, damaged or of a later version: then it is computed again. */
  #readStatistic<T>(what: string, read: (bytes: Uint8Array) => T): T | null {
    const row = this.#database.reads
      .prepare('SELECT value FROM state WHERE name = ?')
      .get(this.#stateName(what));
    const value = row?.['value'];
    if (!(value instanceof Uint8Array)) return null;
    try {
      return read(value);
    } catch (error) {
      if (error instanceof RangeError) return null;
      throw error;
    }
  }

  /** Names include the model, as photos of different models cannot be compared. */
  #stateName(what: string): string {
    return `${what}:${this.model}`;
  }
}
