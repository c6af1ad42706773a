import type { TextQuery } from '../../ports/text.ts';
import { limits } from '../../ports/limits.ts';
import type { RefinedFeatures } from '../../ports/vision.ts';
import {
  pictureRetryMsMax,
  type PhotoConfidence,
  type PhotoResult,
  type PictureJob,
  type PictureJobResult,
  type Pictures,
  type PictureState,
} from '../../ports/pictures.ts';
import { encodeVector } from '../../kernel/vectors/vector-codec.ts';
import type { AppliedChange } from '../storage/applied-change.ts';
import type { CatalogProjection, EmbeddedCatalog } from '../catalog/catalog-store.ts';
import type { LeaderElection } from '../storage/leader-election.ts';
import type { ProjectDatabase } from '../storage/project-database.ts';
import { pictureParts, pictureStatus, stateOf, statusNames, type PictureRow } from './picture-rows.ts';
import { duplicatePictures, findSameBytes } from './picture-dedup.ts';
import { PictureVectors } from './picture-vectors.ts';
import {
  deletePreviousVectors,
  isMade,
  mostVectorsModel,
  reembedding,
  previousVectors,
  vectorsOf,
  type TargetImageModel,
} from './picture-models.ts';
import type { SharedChange, SharedChanges } from '../storage/shared-changes.ts';
import type { EmbeddedTextIndex } from '../search/text-index.ts';
import type { StatementBatch } from '../storage/writer.ts';

/** So many items are ranked by a photo: as many as can be paged through. What is farther is found, and stands behind them. */
const nearestMax = limits.searchWindowMax;
/** The score of what is behind them, and of what cannot be compared. */
const unlike = -1;
/** Where there is a sort, the share of the nearest's likeness that an item must have. */
const sortedShareMin = 0.5;
const backgroundsMax = 4;

/** Pictures of a project's items: their queue in the database, their vectors there and in memory. */
export class EmbeddedPictures implements Pictures, CatalogProjection {
  readonly #database: ProjectDatabase;
  readonly #election: LeaderElection;
  readonly #text: EmbeddedTextIndex;
  /** Of the wanted model. */
  #vectors: PictureVectors;
  /** Of the model before, which serve as long as pictures lack a vector of the wanted one. */
  #before: PictureVectors | null;
  #hasRowsBefore = false;
  /** Sources of each item's pictures, in order. */
  readonly #sources = new Map<number, readonly string[]>();
  readonly #taken = new Set<string>();
  readonly #wanted: TargetImageModel;
  #catalog: EmbeddedCatalog | null = null;
  #wake: () => void = () => undefined;

  constructor(options: {
    database: ProjectDatabase;
    election: LeaderElection;
    text: EmbeddedTextIndex;
    image: TargetImageModel;
  }) {
    this.#database = options.database;
    this.#election = options.election;
    this.#election.onElected(options.database, () => {
      this.#wake();
      // Whoever had the work may have been started with another model. A write that fails now is due again at the next start.
      this.renewVectors().catch(() => undefined);
    });
    this.#text = options.text;
    this.#wanted = options.image;
    for (const { no, source } of this.#rows('ORDER BY no, position'))
      this.#sources.set(no, [...(this.#sources.get(no) ?? []), source]);
    const { database, image } = options;
    this.#vectors = vectorsOf(database, image.model === '' ? mostVectorsModel(database) : image);
    this.#before = previousVectors(database, image);
    this.#hasRowsBefore = this.#before !== null;
    this.#database.onReplicated('picture', (made) => () => this.#hear(made));
    this.#database.onReplicated('pictures', () => () => this.#wake());
    this.#database.onReplicated('queryMean', () => () => this.#serving.rereadQueryMean());
  }

  bind(catalog: EmbeddedCatalog): void {
    this.#catalog = catalog;
  }

  get model(): string {
    return this.#serving.model;
  }

  /** Has pictures that another model embedded embedded again. */
  async renewVectors(): Promise<void> {
    const parts = reembedding(this.#database, this.#wanted);
    if (parts.length > 0) await this.#write({ kind: 'pictures', data: null }, parts, () => this.#wake());
    this.#swapWhenMade();
    await this.#forgetBefore();
  }

  /** What the pictures of changed items need written in the items' transaction. */
  parts(changes: readonly AppliedChange[]): StatementBatch[] {
    return pictureParts(changes);
  }

  itemsChanged(changes: readonly AppliedChange[]): void {
    let isOther = false;
    for (const { no, after, content } of changes) {
      const before = this.#sources.get(no) ?? [];
      const now = after === null ? [] : (content?.pictures ?? []);
      before.forEach((source, position) => {
        if (now[position] !== source) this.#drop(no, position);
      });
      if (now.some((source, position) => source !== before[position])) isOther = true;
      if (now.length === 0) this.#sources.delete(no);
      else this.#sources.set(no, now);
    }
    // Whoever looks for work asks the database: not for each new price.
    if (isOther) this.#wake();
    this.#swapWhenMade();
  }

  async search(feature: Float32Array, query: TextQuery): Promise<PhotoResult> {
    const sorted = query.sort.length > 0;
    const hidden = (query.rules?.hidden ?? []).map(({ items }) => items);
    // What a sort leaves out is a matter of the photo and the shop, not of the filter.
    const allow = this.#text.matcher(sorted ? undefined : query.filter, hidden);
    const serving = this.#serving;
    const near = serving.search(feature, nearestMax, allow);
    const { confidence } = near;
    if (confidence === 'out_of_catalog') {
      const found = await this.#text.searchLike({ ...query, ...withoutPins(query) }, { scoreOf: () => null });
      return { ...found, hits: [], confidence };
    }
    this.#observe(feature);
    const best = new Map(near.hits.map((hit) => [hit.key, hit]));
    const least = sorted ? (near.hits[0]?.score ?? 0) * sortedShareMin : -Infinity;
    const found = await this.#text.searchLike(query, {
      scoreOf: (no) => {
        const score = best.get(no)?.score ?? (serving.has(no) ? unlike : null);
        return score === null || score < least ? null : score;
      },
    });
    const hits = found.hits.map((hit) => {
      const no = this.#catalog?.numberOf(hit.item.id) ?? -1;
      const near = best.get(no);
      const source = near === undefined ? undefined : this.#sources.get(no)?.[near.picture];
      const picture = near === undefined || source === undefined ? null : { source, position: near.picture };
      return { ...hit, score: near?.score ?? unlike, picture };
    });
    return { ...found, hits, confidence };
  }

  bestMatch(feature: Float32Array): { score: number; confidence: PhotoConfidence } {
    const allow = (no: number): boolean => this.#text.has(no);
    const { hits, confidence } = this.#serving.search(feature, 1, allow);
    return { score: hits[0]?.score ?? unlike, confidence };
  }

  async take(limit: number, now: number, steps: readonly PictureJob['step'][]): Promise<PictureJob[]> {
    const jobs: PictureJob[] = [];
    if (!this.#election.isLeader) return jobs;
    for (const step of steps) {
      for (const row of this.#due(step, limit + this.#taken.size, now)) {
        const name = `${row.no}:${row.position}`;
        if (jobs.length >= limit || this.#taken.has(name)) continue;
        const item = this.#catalog?.byNumber(row.no);
        if (item == null) continue;
        this.#taken.add(name);
        const others = step === 'refine' ? this.#backgrounds(row.no) : [];
        const { no, position, source, attempts } = row;
        jobs.push({ itemId: item.id, no, position, source, attempts, step, backgrounds: others });
      }
    }
    return jobs;
  }

  async finish(job: PictureJob, result: PictureJobResult, model: string): Promise<void> {
    const address = [job.no, job.position, job.source];
    const where = 'WHERE no = ? AND position = ? AND source = ?';
    const part: StatementBatch =
      result.step === 'embed'
        ? {
            sql: `UPDATE pictures SET status = ${pictureStatus.embedded}, error = NULL, retry_at = NULL, model = ?, hash = ?, feature = ? ${where}`,
            rows: [[model, result.hash, encodeVector(result.feature, 'float32'), ...address]],
          }
        : {
            sql: `UPDATE pictures SET status = ${pictureStatus.refined}, model = ?, feature = ?, augmented = ?, probes = ? ${where}`,
            rows: [[model, ...refinedColumns(result.refined), ...address]],
          };
    const features = result.step === 'embed' ? { feature: result.feature } : result.refined;
    await this.#settle(part, { job, features, model });
  }

  async reuse(job: PictureJob, hash: string, model: string): Promise<boolean> {
    const known = findSameBytes(this.#database, hash, model);
    if (known === null) return false;
    const part: StatementBatch = {
      sql: `UPDATE pictures SET error = NULL, retry_at = NULL, model = ?, hash = ?, status = ?, feature = ?, augmented = ?, probes = ?
        WHERE no = ? AND position = ? AND source = ?`,
      rows: [[model, hash, ...known.columns, job.no, job.position, job.source]],
    };
    await this.#settle(part, { job, features: known.features, model });
    return true;
  }

  async duplicates(limit: number): Promise<{ source: string; itemIds: string[] }[]> {
    return duplicatePictures(this.#database, limit).map(({ source, nos }) => ({
      source,
      itemIds: nos.map((no) => this.#catalog?.byNumber(no)?.id ?? ''),
    }));
  }

  async fail(
    job: PictureJob,
    error: { code: string; detail: string },
    retryAt: number | null,
  ): Promise<void> {
    const refining = job.step === 'refine';
    // A picture that cannot be refined is as findable as it was.
    const status = refining
      ? pictureStatus.refined
      : retryAt === null
        ? pictureStatus.failed
        : pictureStatus.waiting;
    const part: StatementBatch = {
      sql: 'UPDATE pictures SET status = ?, attempts = attempts + 1, retry_at = ?, error = ? WHERE no = ? AND position = ? AND source = ?',
      rows: [[status, retryAt, refining ? null : JSON.stringify(error), job.no, job.position, job.source]],
    };
    await this.#settle(part, { job, features: null, model: null });
  }

  async states(itemId: string): Promise<PictureState[]> {
    const no = this.#catalog?.numberOf(itemId) ?? -1;
    return this.#rows('WHERE no = ? ORDER BY position', no).map(stateOf);
  }

  counts(): { pending: number; embedded: number; refined: number; failed: number } {
    const counts = { pending: 0, embedded: 0, refined: 0, failed: 0 };
    const rows = this.#database.reads
      .prepare('SELECT status, count(*) AS count FROM pictures GROUP BY status')
      .all();
    for (const { status, count } of rows as { status: number; count: number }[]) {
      counts[statusNames[status] ?? 'pending'] += count;
    }
    return counts;
  }

  async failures(limit: number): Promise<{ itemId: string; state: PictureState }[]> {
    const { failed, waiting } = pictureStatus;
    return this.#rows(
      `WHERE status IN (${failed}, ${waiting}) ORDER BY no DESC, position LIMIT ?`,
      limit,
    ).map((row) => ({
      itemId: this.#catalog?.byNumber(row.no)?.id ?? '',
      state: stateOf(row),
    }));
  }

  retry(itemId: string | null): Promise<number> {
    return this.#database.write(() => {
      const { failed, waiting, pending } = pictureStatus;
      const no = itemId === null ? -1 : (this.#catalog?.numberOf(itemId) ?? -1);
      const where = `WHERE status IN (${failed}, ${waiting}) AND (? OR no = ?)`;
      const rows = this.#rows(where, itemId === null ? 1 : 0, no);
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

  /** Items whose pictures look like this one's; null where it has none. */
  neighbours(no: number, limit: number): { key: number; score: number }[] | null {
    return this.#serving.neighbours(no, limit, (key) => this.#text.has(key));
  }

  async #settle(part: StatementBatch, made: SharedChanges['picture']): Promise<void> {
    try {
      await this.#write({ kind: 'picture', data: made }, [part], () => this.#hear(made));
    } finally {
      this.#taken.delete(`${made.job.no}:${made.job.position}`);
    }
    await this.#forgetBefore();
  }

  #write(change: SharedChange, parts: StatementBatch[], apply: () => void): Promise<void> {
    return this.#database.write(() => ({ write: { change, parts, apply }, result: undefined }));
  }

  get #serving(): PictureVectors {
    return this.#before ?? this.#vectors;
  }

  /** The wanted model's vectors serve once it was asked for all: what it could not embed is not waited for. */
  #swapWhenMade(): void {
    if (this.#before !== null && isMade(this.#database, this.#wanted)) this.#before = null;
  }

  async #forgetBefore(): Promise<void> {
    if (this.#before !== null || !this.#hasRowsBefore || !this.#election.isLeader) return;
    this.#hasRowsBefore = false;
    await this.#write({ kind: 'rows', data: null }, [deletePreviousVectors], () => undefined);
  }

  /** What was made of a picture, or that nothing could be, here or in another process. */
  #hear(made: SharedChanges['picture']): void {
    this.#keep(made);
    this.#swapWhenMade();
  }

  /** Makes a result searchable, unless the picture was changed since it was taken. */
  #keep({ job, features, model }: SharedChanges['picture']): void {
    const { no, position } = job;
    if (features === null || model === null || this.#sources.get(no)?.[position] !== job.source) return;
    // The model came after the service, and there were no vectors yet to tell how long its own are.
    if (this.#vectors.model === '')
      this.#vectors = new PictureVectors(this.#database, {
        model,
        dimensions: features.feature.length,
        ground: null,
      });
    // Features of different models cannot be compared: another process may have been started with another one.
    if (model === this.#vectors.model) this.#vectors.set(no, position, features);
  }

  #drop(no: number, position: number): void {
    for (const vectors of [this.#vectors, this.#before]) vectors?.drop(no, position);
  }

  #observe(feature: Float32Array): void {
    const part = this.#serving.observe(feature);
    if (part === null) return;
    const written = this.#write({ kind: 'queryMean', data: null }, [part], () => undefined);
    // Losing the newest few photos costs nothing: nobody waits for this, and a failure is not theirs.
    written.catch(() => undefined);
  }

  #due(step: PictureJob['step'], limit: number, now: number): PictureRow[] {
    const { pending, waiting, embedded } = pictureStatus;
    // With a retry_at that is told, the index by status has them in their order: without, all of them were sorted for each few.
    const inOrder = 'AND retry_at IS NULL ORDER BY no, position LIMIT ?';
    if (step === 'refine') return this.#rows(`WHERE status = ${embedded} ${inOrder}`, limit);
    return [
      ...this.#rows(`WHERE status = ${pending} ${inOrder}`, limit),
      ...this.#rows(`WHERE status = ${waiting} AND retry_at <= ? ORDER BY retry_at LIMIT ?`, now, limit),
      ...this.#rows(
        `WHERE status = ${waiting} AND retry_at > ? ORDER BY retry_at LIMIT ?`,
        now + pictureRetryMsMax,
        limit,
      ),
    ];
  }

  #backgrounds(no: number): string[] {
    const rows = this.#database.reads
      .prepare(`SELECT source FROM pictures WHERE source LIKE '/media/%' AND no > ? LIMIT ${backgroundsMax}`)
      .all(no) as { source: string }[];
    return rows.map(({ source }) => source);
  }

  #rows(where: string, ...values: number[]): PictureRow[] {
    const sql = `SELECT no, position, source, status, attempts, retry_at AS retryAt, error FROM pictures ${where}`;
    return this.#database.reads.prepare(sql).all(...values) as unknown as PictureRow[];
  }
}

/** The rules of a query without what stands at a place of its own. */
function withoutPins({ rules }: TextQuery): Pick<TextQuery, 'rules'> {
  return rules === undefined ? {} : { rules: { ...rules, pins: [] } };
}

function refinedColumns({
  feature,
  augmentedMean: mean,
  calibrationSamples: probes,
}: RefinedFeatures): (Uint8Array | null)[] {
  return [feature, mean, probes].map((vector) => (vector === null ? null : encodeVector(vector, 'float32')));
}
