import type { TextQuery } from '../../ports/search/text.ts';
import {
  pictureRetryMsMax,
  type PhotoConfidence,
  type PhotoHit,
  type PhotoResult,
  type PictureCounts,
  type PictureJob,
  type PictureFailureGroup,
  type PictureJobResult,
  type Pictures,
  type PictureState,
  type SearchedPhoto,
} from '../../ports/pictures/pictures.ts';
import type { Clock } from '../../lib/clock.ts';
import type { AppliedChange } from '../log/applied-change.ts';
import type { CatalogProjection } from '../catalog/catalog-projections.ts';
import type { EmbeddedCatalog } from '../catalog/catalog-store.ts';
import type { Leadership } from '../log/leader-election.ts';
import type { ProjectDatabase } from '../log/project-database.ts';
import {
  insertFailure,
  insertResult,
  createPictureParts,
  pictureStatus,
  toPictureState,
  statusNames,
  withoutPoints,
  encodeEmbedding,
  readStoredPoints,
  type PictureRow,
} from './picture-rows.ts';
import { readHost } from '../../lib/url-host.ts';
import { readFailureCode, listFailedPictures } from './picture-failures.ts';
import { findDuplicatePictures, findSameBytes } from './picture-dedup.ts';
import { ConfirmedPhotos } from './confirmed-photos.ts';
import { PhotoSearch } from './photo-search.ts';
import { PictureVectors } from './picture-vectors.ts';
import {
  deletePreviousVectors,
  isComplete,
  findMostUsedModel,
  createReembedding,
  openPreviousVectors,
  readPictureVectors,
  type TargetImageModel,
} from './picture-models.ts';
import type { SharedChange, SharedChanges } from '../log/shared-changes.ts';
import { ModelChange } from '../vectors/model-change.ts';
import type { EmbeddedTextIndex } from '../search/text-index.ts';
import type { StatementBatch } from '../storage/writer.ts';

const backgroundsMax = 4;

/** The pictures of a project's items: their queue in the database, and their vectors in the database and in memory. */
export class EmbeddedPictures implements Pictures, CatalogProjection {
  readonly #database: ProjectDatabase;
  readonly #election: Leadership;
  readonly #text: EmbeddedTextIndex;
  readonly #vectors: ModelChange<PictureVectors>;
  /** Sources of each item's pictures, in order. */
  readonly #sources = new Map<number, readonly string[]>();
  readonly #search: PhotoSearch;
  readonly confirmedPhotos: ConfirmedPhotos;
  readonly #takenJobs = new Set<string>();
  readonly #target: TargetImageModel;
  #catalog: EmbeddedCatalog | null = null;
  #wake: () => void = () => undefined;

  constructor(options: {
    database: ProjectDatabase;
    election: Leadership;
    text: EmbeddedTextIndex;
    image: TargetImageModel;
    clock: Clock;
    /** The setting `learnFromPhotos`. */
    learnsFromPhotos: () => boolean;
  }) {
    this.#database = options.database;
    this.#election = options.election;
    this.#election.onElected(options.database, () => {
      this.#wake();
      // The former leader may run another model. A write that fails now is repeated at the next start.
      this.renewVectors().catch(() => undefined);
    });
    this.#text = options.text;
    this.#target = options.image;
    this.confirmedPhotos = new ConfirmedPhotos({
      ...options,
      isOn: options.learnsFromPhotos,
      findNumber: (id) => this.#findNumber(id),
    });
    this.#search = new PhotoSearch({
      confirmed: this.confirmedPhotos,
      text: options.text,
      serving: () => this.#serving,
      findSource: (id, position) => this.#sources.get(this.#findNumber(id))?.[position] ?? null,
      findNumber: (id) => this.#findNumber(id),
      observe: (feature) => this.#observe(feature),
    });
    for (const { no, source } of this.#readRows('ORDER BY no, position'))
      this.#sources.set(no, [...(this.#sources.get(no) ?? []), source]);
    const { database, image } = options;
    this.#vectors = new ModelChange({
      ...options,
      isComplete: () => isComplete(database, image),
      deleteOthers: () => deletePreviousVectors(database),
    });
    const target = readPictureVectors(database, image.model === '' ? findMostUsedModel(database) : image);
    this.#vectors.begin(target, openPreviousVectors(database, image));
    this.#database.onReplicated('picture', (result) => () => this.#applyResult(result));
    this.#database.onReplicated('pictures', () => () => this.#wake());
    this.#database.onReplicated('queryMean', () => () => this.#serving.rereadPhotoState());
  }

  bind(catalog: EmbeddedCatalog): void {
    this.#catalog = catalog;
  }

  get model(): string {
    return this.#serving.model;
  }

  /** Schedules pictures of other models for embedding with the target model. */
  async renewVectors(): Promise<void> {
    const parts = createReembedding(this.#database, this.#target);
    if (parts.length > 0) await this.#write({ kind: 'pictures', data: null }, parts, () => this.#wake());
    this.#vectors.switchWhenComplete();
    await this.#vectors.deleteOthers();
  }

  /** The statements for the pictures of changed items, run in the items' transaction. */
  createParts(changes: readonly AppliedChange[]): StatementBatch[] {
    return [...createPictureParts(changes), ...this.confirmedPhotos.itemParts(changes)];
  }

  itemsChanged(changes: readonly AppliedChange[]): void {
    let hasNewSource = false;
    for (const { no, after, content } of changes) {
      const before = this.#sources.get(no) ?? [];
      const current = after === null ? [] : (content?.pictures ?? []);
      before.forEach((source, position) => {
        if (current[position] === source) return;
        for (const vectors of this.#vectors.all) vectors.drop(no, position);
      });
      if (current.some((source, position) => source !== before[position])) hasNewSource = true;
      if (current.length === 0) this.#sources.delete(no);
      else this.#sources.set(no, current);
    }
    // Woken workers query the database, so changes such as a new price do not wake them.
    if (hasNewSource) this.#wake();
    this.#vectors.switchWhenComplete();
  }

  search(...parameters: Parameters<Pictures['search']>): Promise<PhotoResult> {
    return this.#search.search(...parameters);
  }

  keepPhoto(photo: SearchedPhoto): void {
    this.confirmedPhotos.keep(photo);
  }

  candidates(...parameters: Parameters<Pictures['candidates']>): Promise<PhotoHit[]> {
    return this.#search.candidates(...parameters);
  }

  points(itemId: string, position: number): Uint8Array | null {
    return readStoredPoints(this.#database.reads, this.#findNumber(itemId), position);
  }

  bestMatch(feature: Float32Array, next?: TextQuery): { score: number; confidence: PhotoConfidence } {
    return this.#search.bestMatch(feature, next);
  }

  async take(limit: number, now: number, steps: readonly PictureJob['step'][]): Promise<PictureJob[]> {
    const jobs: PictureJob[] = [];
    if (!this.#election.isLeader) return jobs;
    for (const step of steps) {
      for (const row of this.#findDueJobs(step, limit + this.#takenJobs.size, now)) {
        const name = `${row.no}:${row.position}`;
        if (jobs.length >= limit || this.#takenJobs.has(name)) continue;
        const item = this.#catalog?.findItem(row.no);
        if (item == null) continue;
        this.#takenJobs.add(name);
        const others = step === 'refine' ? this.#readBackgrounds(row.no) : [];
        const { no, position, source, attempts } = row;
        jobs.push({ itemId: item.id, no, position, source, attempts, step, backgrounds: others });
      }
    }
    return jobs;
  }

  async finish(job: PictureJob, result: PictureJobResult, model: string): Promise<void> {
    const features = encodeEmbedding(result);
    const part = insertResult(job, result, { embedding: features, model });
    await this.#settle(part, { job, features, model });
  }

  async reuse(job: PictureJob, hash: string, model: string): Promise<boolean> {
    const reusable = findSameBytes(this.#database, hash, model);
    if (reusable === null) return false;
    const part: StatementBatch = {
      sql: `UPDATE pictures SET error = NULL, retry_at = NULL, model = ?, hash = ?, status = ?, feature = ?, augmented = ?, probes = ?,
        points = ? WHERE no = ? AND position = ? AND source = ?`,
      rows: [[model, hash, ...reusable.columns, job.no, job.position, job.source]],
    };
    await this.#settle(part, { job, features: reusable.features, model });
    return true;
  }

  async findDuplicates(limit: number): Promise<{ source: string; itemIds: string[] }[]> {
    return findDuplicatePictures(this.#database, limit).map(({ source, nos }) => ({
      source,
      itemIds: nos.map((itemNumber) => this.#catalog?.findItem(itemNumber)?.id ?? ''),
    }));
  }

  async fail(
    job: PictureJob,
    error: { code: string; detail: string },
    retryAt: number | null,
  ): Promise<void> {
    const part = insertFailure(job, error, retryAt);
    await this.#settle(part, { job, features: null, model: null });
  }

  async readStates(itemId: string): Promise<PictureState[]> {
    const itemNumber = this.#findNumber(itemId);
    return this.#readRows('WHERE no = ? ORDER BY position', itemNumber).map(toPictureState);
  }

  countByState(): PictureCounts {
    const counts = { pending: 0, embedded: 0, refined: 0, failed: 0, withoutPoints: 0 };
    const rows = this.#database.reads
      .prepare('SELECT status, count(*) AS count FROM pictures GROUP BY status')
      .all();
    for (const { status, count } of rows as { status: number; count: number }[]) {
      counts[statusNames[status] ?? 'pending'] += count;
    }
    counts.withoutPoints = this.#database.reads.number(`SELECT count(*) FROM pictures ${withoutPoints}`);
    return counts;
  }

  /** Whether no picture waits for an embedding, for its refinement or for its keypoints. */
  get isComplete(): boolean {
    const { pending, embedded, waiting } = pictureStatus;
    if (this.#target.model === '') return true;
    const sql = `SELECT EXISTS (SELECT 1 FROM pictures WHERE status IN (${pending}, ${embedded}, ${waiting}))
      OR EXISTS (SELECT 1 FROM pictures ${withoutPoints})`;
    return this.#database.reads.number(sql) === 0;
  }

  async listFailures(limit: number): Promise<{ itemId: string; state: PictureState }[]> {
    const { failed, waiting } = pictureStatus;
    return this.#readRows(
      `WHERE status IN (${failed}, ${waiting}) ORDER BY no DESC, position LIMIT ?`,
      limit,
    ).map((row) => ({
      itemId: this.#catalog?.findItem(row.no)?.id ?? '',
      state: toPictureState(row),
    }));
  }

  async groupFailures(limit: number): Promise<PictureFailureGroup[]> {
    return listFailedPictures(this.#database.reads)
      .slice(0, limit)
      .map(({ newest: { no, position }, ...group }) => {
        const [row] = this.#readRows('WHERE no = ? AND position = ?', no, position);
        return {
          ...group,
          example: { itemId: this.#catalog?.findItem(no)?.id ?? '', state: toPictureState(row!) },
        };
      });
  }

  retry({ itemId, host, code }: Parameters<Pictures['retry']>[0]): Promise<number> {
    return this.#database.write(() => {
      const { failed, waiting, pending } = pictureStatus;
      const itemNumber = itemId === null ? -1 : this.#findNumber(itemId);
      const where = `WHERE status IN (${failed}, ${waiting}) AND (? OR no = ?)`;
      const rows = this.#readRows(where, itemId === null ? 1 : 0, itemNumber).filter(
        (row) =>
          (host === null || readHost(row.source) === host) &&
          (code === null || readFailureCode(row) === code),
      );
      const part: StatementBatch = {
        sql: `UPDATE pictures SET status = ${pending}, attempts = 0, retry_at = NULL WHERE no = ? AND position = ?`,
        rows: rows.map((row) => [row.no, row.position]),
      };
      const change = { kind: 'pictures', data: null } as const;
      const write = { change, parts: [part], apply: () => this.#wake() };
      return { write: rows.length === 0 ? null : write, result: rows.length };
    });
  }

  onWork(wake: () => void): void {
    this.#wake = wake;
  }

  /** Items with pictures similar to this one's, or null if it has no vector. */
  neighbours(itemNumber: number, limit: number): { key: number; score: number }[] | null {
    return this.#serving.neighbours(itemNumber, limit, (key) => this.#text.has(key));
  }

  async #settle(part: StatementBatch, result: SharedChanges['picture']): Promise<void> {
    try {
      await this.#write({ kind: 'picture', data: result }, [part], () => this.#applyResult(result));
    } finally {
      this.#takenJobs.delete(`${result.job.no}:${result.job.position}`);
    }
    await this.#vectors.deleteOthers();
  }

  #write(change: SharedChange, parts: StatementBatch[], apply: () => void): Promise<void> {
    return this.#database.write(() => ({ write: { change, parts, apply }, result: undefined }));
  }

  #findNumber(itemId: string): number {
    return this.#catalog?.findNumber(itemId) ?? -1;
  }

  get #serving(): PictureVectors {
    return this.#vectors.serving!;
  }

  /** Applies the result of a picture job, of this process or another. */
  #applyResult(result: SharedChanges['picture']): void {
    this.#addVectors(result);
    this.#vectors.switchWhenComplete();
  }

  /** Makes a result searchable, unless the picture has changed since the job was taken. */
  #addVectors({ job, features, model }: SharedChanges['picture']): void {
    const { no, position } = job;
    if (features === null || model === null || this.#sources.get(no)?.[position] !== job.source) return;
    // The model was loaded after the service started, and no vector had determined the dimensions.
    if (this.#vectors.target?.model === '') {
      const dimensions = features.feature.length;
      this.#vectors.begin(
        new PictureVectors(this.#database, { model, dimensions, blankFeature: null }),
        null,
      );
    }
    // Features of different models cannot be compared: another process may run another model.
    const { target } = this.#vectors;
    if (model === target?.model) target.set(no, position, features);
  }

  #observe(feature: Float32Array): void {
    const part = this.#serving.observe(feature);
    if (part === null) return;
    const written = this.#write({ kind: 'queryMean', data: null }, [part], () => undefined);
    // Losing the newest photos is acceptable, so errors are ignored.
    written.catch(() => undefined);
  }

  #findDueJobs(step: PictureJob['step'], limit: number, now: number): PictureRow[] {
    const { pending, waiting, embedded } = pictureStatus;
    // With a condition on retry_at, the index by status returns the rows in order; without it, every batch sorted all
    // rows.
    const notRetried = 'AND retry_at IS NULL ORDER BY no, position LIMIT ?';
    if (step === 'refine') return this.#readRows(`WHERE status = ${embedded} ${notRetried}`, limit);
    if (step === 'points') {
      const due = `${withoutPoints} AND (retry_at IS NULL OR retry_at <= ? OR retry_at > ?)`;
      return this.#readRows(`${due} ORDER BY no, position LIMIT ?`, now, now + pictureRetryMsMax, limit);
    }
    return [
      ...this.#readRows(`WHERE status = ${pending} ${notRetried}`, limit),
      ...this.#readRows(`WHERE status = ${waiting} AND retry_at <= ? ORDER BY retry_at LIMIT ?`, now, limit),
      ...this.#readRows(
        `WHERE status = ${waiting} AND retry_at > ? ORDER BY retry_at LIMIT ?`,
        now + pictureRetryMsMax,
        limit,
      ),
    ];
  }

  #readBackgrounds(itemNumber: number): string[] {
    const rows = this.#database.reads
      .prepare(`SELECT source FROM pictures WHERE source LIKE '/media/%' AND no > ? LIMIT ${backgroundsMax}`)
      .all(itemNumber) as { source: string }[];
    return rows.map(({ source }) => source);
  }

  #readRows(where: string, ...values: number[]): PictureRow[] {
    const sql = `SELECT no, position, source, status, attempts, retry_at AS retryAt, error FROM pictures ${where}`;
    return this.#database.reads.prepare(sql).all(...values) as unknown as PictureRow[];
  }
}
