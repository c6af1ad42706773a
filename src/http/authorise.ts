import type { FastifyReply, FastifyRequest } from 'fastify';
import { VitrineError } from '../ports/errors.ts';
import type { Scope } from '../ports/projects.ts';
import { defaultRateLimits, type ProjectSettings } from '../ports/settings.ts';
import type { ConsoleAccess } from '../domain/projects/console-access.ts';
import { networkOf } from '../domain/events/visitor-network.ts';
import type { Caller } from '../domain/projects/signed-keys.ts';
import { hasScope, type KeyGuard } from './auth.ts';
import type { Operation } from './operation.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { sessionToken } from './session-cookie.ts';

/** What a request is authorised by. */
export interface Authority {
  readonly guard: KeyGuard;
  readonly access: ConsoleAccess;
  readonly rates: RateLimiter;
}

type Access = Exclude<Operation['access'], { readonly kind: 'public' }>;

/**
 * Who makes a request, where they may make it, before its body is read. Of a web key each address has a rate, which is
 * spent before the key's own: a bot does not use up the rate of the shop.
 * @throws VitrineError api_key_missing, api_key_invalid, origin_forbidden, scope_missing, project_forbidden, signed_out,
 * cross_site_request, rate_limited
 */
export function authorise(
  access: Access,
  request: FastifyRequest,
  reply: FastifyReply,
  { guard, access: console, rates }: Authority,
): Caller {
  const header = request.headers['x-api-key'];
  const token = header === undefined ? sessionToken(request.headers.cookie) : null;
  if (token !== null) {
    if (request.headers['x-vitrine-console'] !== '1') {
      throw new VitrineError(
        'cross_site_request',
        'A request with the console’s cookie needs the header `x-vitrine-console: 1`',
      );
    }
    return console.identify(token);
  }
  if (access.kind === 'admin' && header === undefined)
    throw new VitrineError('signed_out', 'Sign in, or send a key with the scope `admin`');
  const key = guard.identify(header, request.headers.origin);
  guard.allow(key, access.kind === 'admin' ? 'admin' : access.scope);
  // A project that only the body names is not known yet.
  const rateLimits = request.seenProject?.settings.effective().rateLimits ?? defaultRateLimits;
  if (key.kind === 'web') {
    const address = `${key.id} address ${networkOf(request.ip)}`;
    spend(rates, address, rateLimits.addressPerMinute, 'One address may send', reply);
  }
  spend(rates, `${key.id} key`, key.ratePerMinute ?? 0, 'The API key may send', reply);
  return key;
}

/** Who a request is for, as far as it says so. */
export interface Visitor {
  readonly user: string | null;
  readonly session: string | null;
  /** Where the shop's server says that they came from. */
  readonly address: string | null;
}

/**
 * Spends the rate of a visitor (of a web key), or of the address that a shop's server names.
 * @throws VitrineError rate_limited
 */
export function spendVisitorRate(
  key: Caller,
  { user, session, address }: Visitor,
  { rateLimits }: Pick<ProjectSettings, 'rateLimits'>,
  reply: FastifyReply,
  rates: RateLimiter,
): void {
  if (key.kind === 'server') {
    if (address === null) return;
    const name = `${key.id} address ${networkOf(address)}`;
    spend(rates, name, rateLimits.addressPerMinute, 'One address may send', reply);
    return;
  }
  const visitor = session !== null ? `s${session}` : user !== null ? `u${user}` : null;
  if (visitor === null) return;
  spend(rates, `${key.id} visitor ${visitor}`, rateLimits.visitorPerMinute, 'One visitor may send', reply);
}

/** `perMinute` 0: no limit. The fields of the reply tell of the last rate that was spent: the key's own where it has one. */
function spend(rates: RateLimiter, name: string, perMinute: number, who: string, reply: FastifyReply): void {
  if (perMinute === 0) return;
  const rate = rates.take(name, perMinute);
  reply.headers({
    'ratelimit-limit': rate.limit,
    'ratelimit-remaining': rate.remaining,
    'ratelimit-reset': rate.resetSeconds,
  });
  if (rate.retryAfterSeconds === null) return;
  throw new VitrineError('rate_limited', `${who} ${rate.limit} requests a minute`, {
    retryAfterSeconds: rate.retryAfterSeconds,
  });
}

/** Who a request says that it is for: itself, or the first of the searches or events in it. */
export function visitorOf(values: Readonly<Record<string, unknown>>, scope: Scope): Visitor {
  const { data, searches } = values;
  const parts = scope === 'events' ? data : scope === 'search' ? (searches ?? values) : values;
  const [first, ...others]: unknown[] = Array.isArray(parts) ? parts : [parts];
  const text = (name: string): string | null => {
    const value: unknown = first !== null && typeof first === 'object' ? Reflect.get(first, name) : null;
    return typeof value === 'string' && value !== '' ? value : null;
  };
  // A shop's server tells of many visitors at once: none of them is held up for another.
  return {
    user: text('user'),
    session: text('session'),
    address: others.length > 0 ? null : text('address'),
  };
}

/**
 * What was sent, with the user that a signed key is for where the operation takes one and the request names none.
 * @throws VitrineError user_forbidden
 */
export function asBoundUser(
  key: Caller | null,
  parameters: Readonly<Record<string, unknown>>,
  sent: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const bound = key?.user ?? null;
  if (bound === null || !Object.hasOwn(parameters, 'user')) return sent;
  const named = Object.hasOwn(sent, 'user') ? sent['user'] : null;
  checkUser(bound, typeof named === 'string' || typeof named === 'number' ? String(named) : null);
  return { ...sent, user: bound };
}

/** @throws VitrineError user_forbidden where a request names another user than its key is for */
export function checkUser(bound: string, named: string | null): void {
  if (named !== null && named !== '' && named !== bound)
    throw new VitrineError('user_forbidden', 'The signed key is for another user');
}

/** Whether replies to the key show the private fields of items. */
export function seesPrivateFields(key: Caller): boolean {
  return hasScope(key, 'private');
}
