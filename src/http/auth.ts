import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { VitrineError } from '../ports/errors.ts';
import { serverOnlyScopes, type ApiKey, type ProjectStore, type Scope } from '../ports/projects.ts';
import { hasScope, projectForbidden } from '../domain/projects/grants.ts';
import { isSignedKey, verifySignedKey, type Caller } from '../domain/projects/signed-keys.ts';
import { isSameOrigin, storefrontCaller } from '../domain/projects/storefront-key.ts';
import type { Clock } from '../lib/clock.ts';
import type { WireProtocol } from './operation.ts';

type KeyStore = Pick<ProjectStore, 'key' | 'keys' | 'keyByHash'>;

/** Authenticates and authorises keys, which are stored and compared as hashes. */
export class KeyGuard {
  readonly #store: KeyStore;
  readonly #clock: Clock;
  readonly #storefront: Caller | null;
  readonly #isStorefrontOpen: () => boolean;

  /** `storefront`: the key of the demo storefront, and whether there is a demo shop to use it with; null: there is no storefront. */
  constructor(
    store: KeyStore,
    clock: Clock,
    storefront: { readonly key: string; readonly isOpen: () => boolean } | null = null,
  ) {
    this.#store = store;
    this.#clock = clock;
    this.#storefront = storefront === null ? null : storefrontCaller(storefront.key);
    this.#isStorefrontOpen = storefront?.isOpen ?? ((): boolean => false);
  }

  /** The project of a key for one project, if known to this process. */
  likelyProject(header: string | string[] | undefined): string | undefined {
    try {
      const { projects } = this.#live(header, (text) => this.#callerOf(text));
      return projects?.length === 1 ? projects[0] : undefined;
    } catch {
      // Authorisation rejects it with a reason.
      return undefined;
    }
  }

  /**
   * The caller of a request. `protocol`: of its operation, which may have keys in a form of its own.
   * @throws VitrineError api_key_missing, api_key_invalid, origin_forbidden
   */
  identify(request: FastifyRequest, protocol: WireProtocol | undefined): Caller {
    const { origin, host } = request.headers;
    const caller = this.#live(
      request.headers['x-api-key'],
      (text) =>
        this.#callerOf(text) ?? protocol?.derivedCaller?.(request, this.#store, this.#clock.now()) ?? null,
    );
    const isFromPage =
      caller === this.#storefront
        ? isSameOrigin(origin, host)
        : caller.origins === null || origin === undefined || caller.origins.includes(origin);
    if (!isFromPage) {
      throw new VitrineError('origin_forbidden', `The API key may not be used from ${origin}`);
    }
    return caller;
  }

  /** @throws VitrineError scope_missing */
  allow(key: ApiKey, scope: Scope): void {
    if (hasScope(key, scope)) return;
    const detail =
      key.kind === 'web' && serverOnlyScopes.includes(scope)
        ? `A web key cannot have the scope \`${scope}\``
        : `The API key lacks the scope \`${scope}\``;
    throw new VitrineError('scope_missing', detail);
  }

  /**
   * The project of a request.
   * @throws VitrineError project_required, project_forbidden, project_not_found
   */
  project(key: Caller, named: string | null): string {
    if (named === null) {
      const only = key.projects?.length === 1 ? key.projects[0] : undefined;
      if (only === undefined)
        throw new VitrineError(
          'project_required',
          'Send `project`: the API key is not for exactly one project',
        );
      return only;
    }
    if (key.projects !== null && !key.projects.includes(named)) {
      throw projectForbidden(key);
    }
    return named;
  }

  #live(header: string | string[] | undefined, callerOf: (text: string) => Caller | null): Caller {
    if (header === undefined || header === '')
      throw new VitrineError('api_key_missing', 'The header `x-api-key` is missing');
    const now = this.#clock.now();
    const caller = typeof header === 'string' ? callerOf(header) : null;
    const isLive =
      caller !== null && caller.revokedAt === null && (caller.expiresAt === null || caller.expiresAt > now);
    if (!isLive) throw new VitrineError('api_key_invalid', 'The API key is unknown, expired or revoked');
    return caller;
  }

  #callerOf(text: string): Caller | null {
    if (isSignedKey(text)) return verifySignedKey(text, (id) => this.#store.key(id), this.#clock.now());
    const textHash = hash('sha256', text);
    if (textHash === this.#storefront?.hash) return this.#isStorefrontOpen() ? this.#storefront : null;
    const key = this.#store.keyByHash(textHash);
    return key === null ? null : { ...key, user: null, consoleUser: null };
  }
}
