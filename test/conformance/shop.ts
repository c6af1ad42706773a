import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { unrestricted } from '../../src/domain/access/restrictions.ts';
import type { RuleOptions } from '../../src/domain/rules/active-rules.ts';
import type { QueryOptions } from '../../src/domain/search/planning/query-plan.ts';
import { emptyContext } from '../../src/domain/rules/request-context.ts';
import type { Clock } from '../../src/lib/clock.ts';
import type { IdSource } from '../../src/lib/random-id.ts';
import type {
  ChangeOutcome,
  ItemChange,
  ItemContent,
  MediaFile,
  StoredItem,
} from '../../src/ports/catalog/catalog.ts';
import type { Engine, ProjectEngine } from '../../src/ports/engine.ts';
import { VitrineError } from '../../src/ports/errors.ts';
import type { ShopEvent, Visitor } from '../../src/ports/recommendations/events.ts';
import type { Json, JsonObject } from '../../src/ports/catalog/json.ts';
import type { Project } from '../../src/ports/access/projects.ts';
import type { ListConditions } from '../../src/ports/recommendations/recommenders.ts';
import type { TextQuery, TextResult } from '../../src/ports/search/text.ts';

/** The parameters for opening an engine. Reopened on the same folder, it must have the same state. */
export interface EngineParts {
  readonly folder: string;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly image: {
    readonly model: string;
    readonly dimensions: number;
    readonly standIns?: readonly string[];
    readonly blankFeature?: Float32Array;
  };
}

export type OpenEngine = (parts: EngineParts) => Promise<Engine>;

export const dimensions = 8;
const start = Date.parse('2026-03-01T12:00:00Z');

/** An engine with the shop that controls its clock and its ids. */
interface Opened {
  readonly engine: Engine;
  readonly folder: string;
  readonly driver: { now: () => number; made: number };
}

const reused = new WeakSet<OpenEngine>();
/** Engines that shops returned in their initial state. */
const idle = new Map<OpenEngine, Opened>();

/** Lets consecutive shops share an engine, each with its own project: opening one takes longer than most tests. */
export function reusing(open: OpenEngine): OpenEngine {
  reused.add(open);
  return open;
}

after(async () => {
  for (const { engine, folder } of idle.values()) {
    await engine[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  }
});

async function openNew(open: OpenEngine): Promise<Opened> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-conformance-'));
  const driver = { now: () => start, made: 0 };
  const engine = await open({ folder, clock: { now: () => driver.now() }, ids: idsOf(driver), image });
  return { engine, folder, driver };
}

const idsOf = (driver: { made: number }): IdSource => ({
  next: () => (++driver.made).toString(16).padStart(24, '0'),
});

/** A project on an engine, with a clock controlled by the test and predictable ids. */
export class Shop implements AsyncDisposable {
  readonly #open: OpenEngine;
  readonly #folder: string;
  readonly #ids: IdSource;
  #isOpen = true;
  /** The initial options; null: the engine cannot be shared. */
  #opened: Opened | null = null;
  model = 'model-1';
  /** The length of the vectors of `model`. */
  dimensions = dimensions;
  /** Other models that photos can be embedded with. */
  standIns: readonly string[] = [];
  now = start;
  engine: Engine;
  project: ProjectEngine;

  private constructor(
    open: OpenEngine,
    folder: string,
    ids: IdSource,
    engine: Engine,
    project: ProjectEngine,
  ) {
    this.#open = open;
    this.#folder = folder;
    this.#ids = ids;
    this.engine = engine;
    this.project = project;
  }

  static async open(open: OpenEngine): Promise<Shop> {
    const opened = idle.get(open) ?? (await openNew(open));
    idle.delete(open);
    const { engine, folder, driver } = opened;
    driver.made = 0;
    driver.now = () => start;
    await engine.store.createProject(aProject('shop'));
    const shop = new Shop(open, folder, idsOf(driver), engine, await engine.project('shop'));
    driver.now = () => shop.now;
    if (reused.has(open)) shop.#opened = opened;
    return shop;
  }

  /** Another process of the same shop, with the same clock and a folder of its own. */
  static async anotherProcess(first: Shop, open: OpenEngine, name: string): Promise<Shop> {
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-conformance-'));
    let made = 0;
    const ids: IdSource = { next: () => `${name}${(++made).toString(16)}`.padStart(24, '0') };
    const image = { model: first.model, dimensions };
    const engine = await open({ folder, clock: { now: () => first.now }, ids, image });
    return new Shop(open, folder, ids, engine, await engine.project('shop'));
  }

  get folder(): string {
    return this.#folder;
  }

  /** Closes the engine and opens it again on its state; `change` may change that in between. */
  async reopen(change: (() => void | Promise<void>) | null = null): Promise<void> {
    const opened = this.#opened;
    this.#opened = null;
    await this.engine[Symbol.asyncDispose]();
    this.#isOpen = false;
    await change?.();
    const { model, standIns } = this;
    this.engine = await this.#open({
      folder: this.#folder,
      clock: { now: () => (opened === null ? this.now : opened.driver.now()) },
      ids: this.#ids,
      image: { model, dimensions: this.dimensions, standIns },
    });
    this.#isOpen = true;
    const isInitial = model === image.model && this.dimensions === dimensions && standIns.length === 0;
    if (opened !== null && change === null && isInitial) this.#opened = { ...opened, engine: this.engine };
    this.project = await this.engine.project('shop');
  }

  /** Stores items as a shop would by upsert. */
  async put(...items: JsonObject[]): Promise<StoredItem[]> {
    const outcomes = await this.project.catalog.change(items.map((fields) => upsert(fields)));
    return outcomes.map(stored);
  }

  async remove(...ids: string[]): Promise<ChangeOutcome[]> {
    return this.project.catalog.change(ids.map((id) => ({ address: { id }, decide: () => null })));
  }

  search(text: string, more: Partial<TextQuery> = {}): Promise<TextResult> {
    return this.project.text.search(textQuery(text, more));
  }

  /** The shop's ids of the hits of a search, in order. */
  async found(text: string, more: Partial<TextQuery> = {}): Promise<string[]> {
    return (await this.search(text, more)).hits.map(({ item }) => item.id);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#opened !== null && (await this.#leavesNothing())) {
      idle.set(this.#open, this.#opened);
      return;
    }
    if (this.#isOpen) await this.engine[Symbol.asyncDispose]();
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** Removes the content of the engine; false where some of it cannot be removed. */
  async #leavesNothing(): Promise<boolean> {
    const { store } = this.engine;
    if (idle.has(this.#open) || store.keys().length > 0 || store.team().users.size > 0) return false;
    for (const { id } of store.projects()) await store.deleteProject(id);
    return true;
  }
}

const image = { model: 'model-1', dimensions };

export function aProject(id: string, more: Partial<Project> = {}): Project {
  return { id, name: id, currency: 'EUR', createdAt: start, demo: false, ...more };
}

/** The item content that the domain would create of these fields. */
export function content(fields: JsonObject, media: readonly MediaFile[] = []): ItemContent {
  const item: JsonObject = {
    sku: `sku-${text(fields['id'])}`,
    name: '',
    imgs: [],
    price: 1,
    description: '',
    ...fields,
  };
  const pictures = (Array.isArray(item['imgs']) ? item['imgs'] : [item['imgs'] ?? null]).map(text);
  return {
    id: text(item['id']),
    sku: text(item['sku']),
    active: item['active'] !== false,
    fields: item,
    fieldsJson: JSON.stringify(item).slice(1, -1),
    pictures,
    media,
  };
}

/** The text of a text field. */
export function text(value: Json | undefined): string {
  if (typeof value !== 'string') throw new TypeError(`Expected text, got ${JSON.stringify(value)}`);
  return value;
}

export function upsert(fields: JsonObject, media: readonly MediaFile[] = []): ItemChange {
  return { address: { id: text(fields['id']) }, decide: () => content(fields, media) };
}

export function stored(outcome: ChangeOutcome | undefined): StoredItem {
  if (outcome?.kind === 'stored') return outcome.item;
  throw new Error(`The change ended as ${outcome?.kind}`, { cause: outcome });
}

export function fieldsOf(item: StoredItem): JsonObject {
  return JSON.parse(Buffer.from(item.json).toString('utf8')) as JsonObject;
}

/** An item for comparisons: the port's fields, with its JSON as text. */
export function plain(item: StoredItem | null) {
  if (item === null) return null;
  const { _id, id, sku, active, version, json } = item;
  return { _id, id, sku, active, version, json: Buffer.from(json).toString('utf8') };
}

export function event(
  type: string,
  who: { user?: string; session?: string },
  items: readonly string[],
  more: Partial<ShopEvent> = {},
): ShopEvent {
  return {
    id: null,
    type,
    user: who.user ?? null,
    session: who.session ?? null,
    at: start,
    items: items.map((id) => ({ id, quantity: 1, price: null })),
    searchId: null,
    recommendationId: null,
    position: null,
    suspectedBot: false,
    order: null,
    currency: null,
    ...more,
  };
}

export function textQuery(text: string, more: Partial<TextQuery> = {}): TextQuery {
  return {
    text,
    facets: [],
    sort: [],
    offset: 0,
    limit: 100,
    highlight: [],
    explain: false,
    grouped: true,
    variants: 0,
    ...more,
  };
}

/** All rules act, without a context. */
export function allRules(now: number): RuleOptions & Pick<QueryOptions, 'restrictions'> {
  return { now, context: emptyContext, visitor: stranger, scope: 'all', restrictions: unrestricted };
}

/** A visitor with a user's id. */
export function aUser(user: string): Visitor {
  return { user, session: null };
}

/** An anonymous visitor. */
export function aVisit(session: string): Visitor {
  return { user: null, session };
}

/** A visitor without any id. */
export const stranger: Visitor = { user: null, session: null };

export function conditions(more: Partial<ListConditions> = {}): ListConditions {
  return { limit: 20, exclude: new Set(), soldOut: false, explain: false, ...more };
}

/** For `assert.rejects`: an expected failure with this code. */
export function withCode(code: string): (error: unknown) => boolean {
  return (error) => error instanceof VitrineError && error.code === code;
}

/** Numbers from 0 to 1, deterministic by seed (a linear congruential generator: sufficient to shuffle tests). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}
