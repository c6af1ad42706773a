import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { VitrineError } from '../../ports/errors.ts';
import { serverOnlyScopes, type ApiKey, type ProjectStore, type Scope } from '../../ports/access/projects.ts';
import { hasScope, projectForbidden } from '../../domain/projects/grants.ts';
import { findPageCaller, isPageKey } from '../../domain/projects/page-key.ts';
import { isSignedKey, verifySignedKey, type Caller } from '../../domain/projects/signed-keys.ts';
import {
  isSameOrigin,
  createStorefrontCaller,
  storefrontKeyId,
} from '../../domain/projects/storefront-key.ts';
import type { Clock } from '../../lib/clock.ts';
import type { WireProtocol } from '../operation.ts';

type KeyStore = Pick<ProjectStore, 'key' | 'keys' | 'keyByHash' | 'project'>;

/**
 * The key of a request, whose text was hashed or whose signature was verified: once, and again only where the stored key changed
 * after that, as by a write of another process.
 */
export interface VerifiedKey {
  /** The stored key that the caller depends on, as it was then. */
  readonly stored: ApiKey | null;
  /** Finds that key as it is stored at the time of the call. */
  readonly find: () => ApiKey | null;
  /** The caller, or why the text stands for none; null for an unknown key. */
  readonly caller: Caller | VitrineError | null;
}

/** Authenticates and authorises keys, which are stored and compared as hashes. */
export class KeyGuard {
  /** Its store is replaced where all state is loaded again. */
  readonly #engine: { readonly store: KeyStore };
  readonly #clock: Clock;
  readonly #storefront: { readonly caller: Caller; readonly isOpen: () => boolean } | null;

  /** `storefront` has the key of the demo storefront, and whether the demo shop exists; null without a demo storefront. */
  constructor(
    engine: { readonly store: KeyStore },
    clock: Clock,
    storefront: { readonly key: string; readonly isOpen: () => boolean } | null = null,
  ) {
    this.#engine = engine;
    this.#clock = clock;
    this.#storefront =
      storefront === null
        ? null
        : { caller: createStorefrontCaller(storefront.key), isOpen: storefront.isOpen };
  }

  /** The project of a key for one project, if known to this process. */
  likelyProject(request: FastifyRequest): string | undefined {
    const caller = this.#verify(request);
    // Authorisation rejects an error with its reason.
    if (caller === null || caller instanceof VitrineError) return undefined;
    return caller.projects?.length === 1 ? caller.projects[0] : undefined;
  }

  /**
   * Returns the caller of a request. The `protocol` of its operation may have another form of keys.
   * @throws VitrineError api_key_missing, api_key_invalid, origin_forbidden
   */
  identify(request: FastifyRequest, protocol: WireProtocol | undefined): Caller {
    const { 'x-api-key': text, origin, host } = request.headers;
    if (text === undefined || text === '')
      throw new VitrineError('api_key_missing', 'The header `x-api-key` is missing');
    const caller = this.#verify(request, protocol);
    if (caller instanceof VitrineError) throw caller;
    if (caller === null)
      throw new VitrineError('api_key_invalid', 'The API key is unknown, expired or revoked');
    const isFromPage =
      caller.id === storefrontKeyId || isPageKey(caller)
        ? isSameOrigin(origin, host)
        : caller.origins === null || origin === undefined || caller.origins.includes(origin);
    if (!isFromPage) throw new VitrineError('origin_forbidden', `The API key may not be used from ${origin}`);
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

  /** Returns null for a key that is unknown, expired or revoked. */
  #verify(request: FastifyRequest, protocol?: WireProtocol): VerifiedKey['caller'] {
    const { 'x-api-key': text } = request.headers;
    if (typeof text !== 'string' || text === '') return null;
    let verified = request.verifiedKey;
    if (verified === null || verified.find() !== verified.stored) verified = this.#verifyText(text);
    if (verified.caller === null && protocol?.deriveCaller !== undefined) {
      const { deriveCaller } = protocol;
      const caller = readCallerOrError(() => deriveCaller(request, this.#engine.store, this.#clock.now()));
      verified = { ...verified, caller };
    }
    request.verifiedKey = verified;
    const { caller } = verified;
    if (caller === null || caller instanceof VitrineError) return caller;
    const isLive = caller.expiresAt === null || caller.expiresAt > this.#clock.now();
    return isLive && caller.revokedAt === null ? caller : null;
  }

  #verifyText(text: string): VerifiedKey {
    if (isSignedKey(text)) {
      let signer: string | null = null;
      const find = (): ApiKey | null => (signer === null ? null : this.#engine.store.key(signer));
      const findById = (id: string): ApiKey | null => {
        signer = id;
        return find();
      };
      const caller = readCallerOrError(() => verifySignedKey(text, findById, this.#clock.now()));
      return { find, stored: find(), caller };
    }
    const textHash = hash('sha256', text);
    const find = (): ApiKey | null => {
      const { caller, isOpen } = this.#storefront ?? {};
      if (textHash === caller?.hash) return isOpen?.() === true ? caller : null;
      return findPageCaller(text, this.#engine.store) ?? this.#engine.store.keyByHash(textHash);
    };
    const storedKey = find();
    return {
      find,
      stored: storedKey,
      caller: storedKey === null ? null : { ...storedKey, user: null, consoleUser: null },
    };
  }
}

function readCallerOrError(read: () => Caller | null): Caller | VitrineError | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof VitrineError) return error;
    throw error;
  }
}
