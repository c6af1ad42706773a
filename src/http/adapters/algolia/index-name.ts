import { parseSort } from '../../../domain/query/sort-keys.ts';
import type { ErrorCode } from '../../../ports/error-kinds.ts';
import type { ProjectEngine, ServedProject } from '../../../ports/engine.ts';
import { VitrineError } from '../../../ports/errors.ts';
import { limits } from '../../../ports/limits.ts';
import type { SortKey } from '../../../ports/search/text.ts';
import type { Call, OpenedProject } from '../../operation.ts';
import { readApplicationId, createIndexNotFoundError } from './protocol.ts';
import { mayUseIndex } from './secured-keys.ts';

type IndexCall<P extends ServedProject> = Pick<Call<P>, 'key' | 'open' | 'request'>;

export interface NamedIndex<P extends ServedProject> {
  readonly opened: OpenedProject<P>;
  /** The order of a replica; an empty one is by relevance. */
  readonly sort: readonly SortKey[];
  /** Whether its records are query suggestions. */
  readonly isSuggestions: boolean;
}

/** What a write to an index changes. */
export interface WrittenIndex<P extends ServedProject = ProjectEngine> {
  readonly opened: OpenedProject<P>;
  /** The name of a staging index of the project, or null for the project itself. */
  readonly staging: string | null;
}

/** The end of the name of an index with query suggestions. */
const suggestionsSuffix = '_query_suggestions';

/** Errors of a write to an index that takes none. */
const notWritten: readonly ErrorCode[] = ['project_not_found', 'project_forbidden', 'invalid_request'];

/** Whether an index may have query suggestions, unless a project has its name. */
export function mayBeSuggestions(index: string): boolean {
  return index.endsWith(suggestionsSuffix) && index.length > suggestionsSuffix.length;
}

/** The visitor whose rate limits apply. */
interface Visitor {
  readonly session: string | null;
}

/** The indexes of one request: projects by their names, and replicas of the project that the application id or the key names. */
export class NamedIndexes<P extends ServedProject> {
  readonly #call: IndexCall<P>;
  readonly #projects = new Map<string, Promise<OpenedProject<P> | null>>();

  constructor(call: IndexCall<P>) {
    this.#call = call;
  }

  /**
   * The project of an index. The rate limits of the visitor are applied once for each project.
   * @throws VitrineError project_not_found, project_forbidden, rate_limited
   */
  async open(index: string, visitor: Visitor): Promise<NamedIndex<P>> {
    if (index.length > limits.algoliaIndexNameLengthMax) throw createIndexNotFoundError(index);
    const { key } = this.#call;
    if (!mayUseIndex(key, index)) throw new VitrineError('project_forbidden', `The key is not for ${index}`);
    const isAllowed = key?.projects?.includes(index) !== false;
    const namedProject = isAllowed ? await this.#project(index, visitor) : null;
    if (namedProject !== null) {
      const { algolia } = namedProject.project.settings.effective();
      return { opened: namedProject, sort: parseSort(algolia.sort), isSuggestions: false };
    }
    if (mayBeSuggestions(index)) {
      const { opened } = await this.open(index.slice(0, -suggestionsSuffix.length), visitor);
      return { opened, sort: [], isSuggestions: true };
    }
    const primary = this.#findPrimary();
    const opened = primary === null ? null : await this.#project(primary, visitor);
    const replica = opened?.project.settings.effective().algolia.replicas.find(({ name }) => name === index);
    if (opened !== null && replica !== undefined)
      return { opened, sort: parseSort(replica.sort), isSuggestions: false };
    if (isAllowed) throw createIndexNotFoundError(index);
    throw new VitrineError('project_forbidden', `The key is not for ${index}`);
  }

  /**
   * What a write to an index changes: a project, or, where no index has the name, a staging index of the project that the
   * application id or the key names.
   * @throws VitrineError project_not_found, project_forbidden, rate_limited; invalid_request for an index that is read-only
   */
  async openForWrite(index: string): Promise<WrittenIndex<P>> {
    const isName = index !== '' && index.length <= limits.algoliaIndexNameLengthMax && index.isWellFormed();
    if (!isName) throw createIndexNotFoundError(index);
    if (!mayUseIndex(this.#call.key, index))
      throw new VitrineError('project_forbidden', `The key is not for ${index}`);
    const isAllowed = this.#call.key?.projects?.includes(index) !== false;
    const visitor = { session: null };
    const namedProject = isAllowed ? await this.#project(index, visitor) : null;
    if (namedProject !== null) return { opened: namedProject, staging: null };
    const primary = this.#findPrimary();
    const opened = primary === null ? null : await this.#project(primary, visitor);
    if (opened === null) throw createIndexNotFoundError(index);
    const { replicas } = opened.project.settings.effective().algolia;
    if (mayBeSuggestions(index) || replicas.some(({ name }) => name === index))
      throw new VitrineError(
        'invalid_request',
        `Index ${index} is read-only: write to the index of its project`,
      );
    return { opened, staging: index };
  }

  /** Returns the project whose staging index has a name, or null if it names an index or cannot be written. */
  async findStagingProject(index: string): Promise<string | null> {
    try {
      const { opened, staging } = await this.openForWrite(index);
      return staging === null ? null : opened.projectId;
    } catch (error) {
      if (error instanceof VitrineError && notWritten.includes(error.code)) return null;
      throw error;
    }
  }

  /** Returns the project whose replicas the request can name, or null if it is unknown. */
  #findPrimary(): string | null {
    const { key, request } = this.#call;
    const application = readApplicationId(request);
    const projects = key?.projects ?? null;
    if (application !== null && projects?.includes(application) !== false) return application;
    return projects?.length === 1 ? projects[0]! : null;
  }

  /** Opens a project once per request. Returns null if there is none. */
  #project(id: string, visitor: Visitor): Promise<OpenedProject<P> | null> {
    const pending = this.#projects.get(id);
    if (pending !== undefined) return pending;
    const opened = this.#openProject(id, visitor);
    this.#projects.set(id, opened);
    return opened;
  }

  async #openProject(id: string, visitor: Visitor): Promise<OpenedProject<P> | null> {
    try {
      const project = await this.#call.open(id, {});
      project.spendRates({ ...visitor });
      return project;
    } catch (error) {
      if (error instanceof VitrineError && error.code === 'project_not_found') return null;
      throw error;
    }
  }
}
