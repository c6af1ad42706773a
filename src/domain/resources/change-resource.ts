import { VitrineError } from '../../ports/errors.ts';
import { type ErrorCode } from '../../ports/error-kinds.ts';
import type { ResourceNoun, ResourceStore, Versioned } from '../../ports/configuration/resources.ts';
import type { Authorship } from '../../ports/configuration/authorship.ts';

/** The noun and error codes of a kind of resource, and its maximum per project. */
export interface ResourceTerms {
  readonly noun: string;
  readonly notFound: ErrorCode;
  readonly changed: ErrorCode;
  readonly countMax: number;
}

export function defineResourceTerms(
  noun: ResourceNoun,
  countMax: number,
): ResourceTerms & { readonly noun: ResourceNoun } {
  return { noun, notFound: `${noun}_not_found`, changed: `${noun}_changed`, countMax };
}

export interface ResourceChangeOptions {
  /** The version that must be current; 0 means that none may exist, null any. */
  readonly ifVersion: number | null;
  readonly by: Authorship;
}

/** @throws VitrineError the code `notFound` */
export function findResource<T>(
  store: Pick<ResourceStore<T>, 'current'>,
  id: string,
  terms: ResourceTerms,
): Versioned<T> {
  const resource = store.current().get(id);
  if (resource === undefined) throw createNotFoundError(id, terms);
  return resource;
}

/**
 * Creates or replaces a resource. `check` throws if it conflicts with the others of the project. `merge` computes the value to
 * store from the replaced one, which is null for a new resource.
 * @throws VitrineError the code `changed`; invalid_request if the project has too many
 */
export function putResource<T extends { readonly id: string }>(
  store: ResourceStore<T>,
  value: T,
  { ifVersion, by }: ResourceChangeOptions,
  terms: ResourceTerms,
  check: (others: readonly T[]) => void = () => undefined,
  merge: (replaced: T | null) => T = () => value,
): Promise<Versioned<T>> {
  return store.change<T>(
    value.id,
    (current) => {
      checkVersion(value.id, current.get(value.id), ifVersion, terms);
      if (!current.has(value.id)) checkCount(current.size + 1, terms);
      check(Array.from(current.values(), (other) => other.value).filter(({ id }) => id !== value.id));
      return merge(current.get(value.id)?.value ?? null);
    },
    by,
  ) as Promise<Versioned<T>>;
}

/** @throws VitrineError invalid_request where a project would have too many */
export function checkCount(count: number, { noun, countMax }: ResourceTerms): void {
  if (count <= countMax) return;
  const detail = `The project may have ${countMax} ${noun}s, not ${count}: remove one first`;
  throw new VitrineError('invalid_request', detail, { errors: [{ path: noun, code: 'too_many', detail }] });
}

/** Removes a resource, and returns it. @throws VitrineError the codes `notFound` and `changed` */
export async function removeResource<T>(
  store: ResourceStore<T>,
  id: string,
  { ifVersion, by }: ResourceChangeOptions,
  terms: ResourceTerms,
): Promise<Versioned<T>> {
  // `decide` may run again, on a newer state.
  const removed: Versioned<T>[] = [];
  await store.change(
    id,
    (current) => {
      const resource = current.get(id);
      if (resource === undefined) throw createNotFoundError(id, terms);
      checkVersion(id, resource, ifVersion, terms);
      removed.push(resource);
      return null;
    },
    by,
  );
  return removed.at(-1)!;
}

/** @throws VitrineError the code `changed` if a resource does not have the version; null means any, 0 none */
export function checkVersion(
  id: string,
  current: Versioned<unknown> | undefined,
  ifVersion: number | null,
  { noun, changed }: ResourceTerms,
): void {
  if (ifVersion === null || (current?.version ?? 0) === ifVersion) return;
  const state = current === undefined ? 'does not exist' : `now has version ${current.version}`;
  const detail = `The ${noun} ${JSON.stringify(id)} ${state}; the request is for version ${ifVersion}`;
  throw new VitrineError(changed, detail);
}

export function createNotFoundError(id: string, { noun, notFound: code }: ResourceTerms): VitrineError {
  return new VitrineError(code, `There is no ${noun} ${JSON.stringify(id.slice(0, 300))}`);
}
