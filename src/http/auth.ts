import { hash } from 'node:crypto';
import { VitrineError } from '../ports/errors.ts';
import type { ApiKey, ProjectStore, Scope } from '../ports/projects.ts';
import type { Clock } from '../lib/clock.ts';

interface Bucket {
  tokens: number;
  filledAt: number;
}

/** How much of a key's rate is left, for the `ratelimit-*` fields. */
export interface RateState {
  readonly limit: number;
  readonly remaining: number;
  readonly resetSeconds: number;
  /** Seconds until the next request is taken; null: this one is. */
  readonly retryAfterSeconds: number | null;
}

/** Decides whether a key may do what it asks for. Keys are kept hashed; so they are compared. */
export class KeyGuard {
  readonly #store: ProjectStore;
  readonly #clock: Clock;
  readonly #buckets = new Map<string, Bucket>();

  constructor(store: ProjectStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** The one project that a key is for, if it is one, as far as is known here. */
  likelyProject(header: string | string[] | undefined): string | undefined {
    const key = typeof header === 'string' ? this.#store.keyByHash(hash('sha256', header)) : null;
    return key?.projects?.length === 1 ? key.projects[0] : undefined;
  }

  /** @throws VitrineError api_key_missing, api_key_invalid, origin_forbidden */
  identify(header: string | string[] | undefined, origin: string | undefined): ApiKey {
    if (header === undefined || header === '')
      throw new VitrineError('api_key_missing', 'The header `x-api-key` is missing');
    const key = typeof header === 'string' ? this.#store.keyByHash(hash('sha256', header)) : null;
    const live =
      key !== null && key.revokedAt === null && (key.expiresAt === null || key.expiresAt > this.#clock.now());
    if (!live) throw new VitrineError('api_key_invalid', 'The API key is unknown, expired or revoked');
    if (key.origins !== null && origin !== undefined && !key.origins.includes(origin)) {
      throw new VitrineError('origin_forbidden', `The API key may not be used from ${origin}`);
    }
    return key;
  }

  /** @throws VitrineError scope_missing */
  allow(key: ApiKey, scope: Scope): void {
    if (!key.scopes.includes(scope) && !key.scopes.includes('admin')) {
      throw new VitrineError('scope_missing', `The API key lacks the scope \`${scope}\``);
    }
  }

  /** Takes one request from the key's rate, where there is one left; null where the key has none. */
  spend(key: ApiKey): RateState | null {
    const limit = key.ratePerMinute;
    if (limit === null) return null;
    const now = this.#clock.now();
    const bucket = this.#buckets.get(key.id) ?? { tokens: limit, filledAt: now };
    bucket.tokens = Math.min(limit, bucket.tokens + ((now - bucket.filledAt) / 60_000) * limit);
    bucket.filledAt = now;
    this.#buckets.set(key.id, bucket);
    const secondsPerToken = 60 / limit;
    const allowed = bucket.tokens >= 1;
    if (allowed) bucket.tokens -= 1;
    return {
      limit,
      remaining: Math.floor(bucket.tokens),
      resetSeconds: Math.ceil((limit - bucket.tokens) * secondsPerToken),
      retryAfterSeconds: allowed ? null : Math.max(1, (1 - bucket.tokens) * secondsPerToken),
    };
  }

  /**
   * The project that a request is about.
   * @throws VitrineError project_required, project_forbidden, project_not_found
   */
  project(key: ApiKey, named: string | null): string {
    if (named === null) {
      const only = key.projects?.length === 1 ? key.projects[0] : undefined;
      if (only === undefined)
        throw new VitrineError('project_required', 'Name the `project`: the API key is not for exactly one');
      return only;
    }
    if (key.projects !== null && !key.projects.includes(named)) {
      throw new VitrineError('project_forbidden', 'The API key is not for this project');
    }
    return named;
  }
}
