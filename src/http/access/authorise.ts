import type { FastifyReply, FastifyRequest } from 'fastify';
import { VitrineError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import type { Scope } from '../../ports/access/projects.ts';
import type { ServedProject, ServingEngine } from '../../ports/engine.ts';
import type { ConsoleAccess } from '../../domain/projects/console-access.ts';
import { includesRole } from '../../domain/team/users.ts';
import { readNetwork } from '../../domain/access/visitor-network.ts';
import { checkBeaconKey } from './beacon.ts';
import type { RequestVisitor } from './client.ts';
import { hasScope } from '../../domain/projects/grants.ts';
import type { Caller } from '../../domain/projects/signed-keys.ts';
import type { KeyGuard } from './auth.ts';
import { determineRole, type Operation } from '../operation.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { readSessionToken } from './session-cookie.ts';

/** The credentials of a request. */
export interface Authority {
  readonly guard: KeyGuard;
  readonly access: Pick<ConsoleAccess, 'identify'>;
  readonly rates: RateLimiter;
}

/** A request with the limits that it spends, which the head of its reply tells. */
export interface RatedRequest {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly rates: RateLimiter;
}

/**
 * Authorises a request before its body is read, as `request.apiKey`.
 * @throws VitrineError api_key_missing, api_key_invalid, origin_forbidden, scope_missing, role_missing, session_required,
 * project_forbidden, signed_out, cross_site_request, rate_limited
 */
export async function authorise(
  request: FastifyRequest,
  reply: FastifyReply,
  authority: Authority & { readonly engine: ServingEngine },
): Promise<void> {
  const { operation: one } = request;
  if (one === null || one.access.kind === 'public') return;
  const guest = one.protocol?.guest === undefined ? null : await findGuest(one, request, reply, authority);
  const { guard, access: console, rates } = authority;
  const { access, protocol } = one;
  const header = request.headers['x-api-key'];
  const token = header === undefined && guest === null ? readSessionToken(request.headers.cookie) : null;
  if (token !== null) {
    if (request.headers['x-vitrine-console'] !== '1') {
      throw new VitrineError(
        'cross_site_request',
        'A request with the console’s cookie needs the header `x-vitrine-console: 1`',
      );
    }
    request.apiKey = withScopes(console.identify(token), protocol?.scopes);
    return checkRole(request.apiKey, one);
  }
  if (access.kind === 'admin' && header === undefined)
    throw new VitrineError('signed_out', 'Sign in, or send a key with the scope `admin`');
  if (access.kind === 'session') {
    if (header === undefined) throw new VitrineError('signed_out', 'Sign in');
    throw new VitrineError('session_required', 'This operation needs a user of the console, not an API key');
  }
  const key = withScopes(guest ?? guard.identify(request, protocol), protocol?.scopes);
  guard.allow(key, access.kind === 'admin' ? 'admin' : access.scope);
  // For web keys, the limits of address and visitor apply first, so that a bot does not exhaust the limit of the key.
  const hasProject = access.kind === 'key' && (access.project !== null || protocol !== undefined);
  if (key.kind === 'web' && hasProject) {
    if (request.likelyProject !== null && request.seenProject !== null)
      spendAddressRate(key, request.likelyProject, request.seenProject, { request, reply, rates });
  } else spend(rates, `${key.id} key`, key.ratePerMinute ?? 0, 'The API key may send', reply);
  request.apiKey = key;
  if (request.isBeacon) checkBeaconKey(key);
}

/**
 * The caller of a request without a key, where its protocol and project serve one. Only the project's settings say so: how often an
 * address has a project opened for them is limited first.
 * @throws VitrineError rate_limited, as `WireProtocol.guest()` and `ServingEngine.project()`
 */
async function findGuest(
  { protocol }: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  { engine, rates }: { readonly engine: ServingEngine; readonly rates: RateLimiter },
): Promise<Caller | null> {
  const { likelyProject: id } = request;
  if (protocol?.guest === undefined || id === null || request.headers['x-api-key'] !== undefined) return null;
  if (request.seenProject === null) {
    const who = 'One address without a key may have projects opened by';
    spend(rates, `opening ${readNetwork(request.ip)}`, limits.guestOpeningsPerMinute, who, reply);
  }
  request.seenProject = await engine.project(id, request.seenProject, request.bound);
  return protocol.guest(request, request.seenProject.settings.effective());
}

/** Limits the scopes of a key to these, if they are given. */
function withScopes(key: Caller, scopes: readonly Scope[] | undefined): Caller {
  return scopes === undefined ? key : { ...key, scopes: scopes.filter((scope) => hasScope(key, scope)) };
}

/** @throws VitrineError role_missing */
function checkRole({ consoleUser }: Caller, one: Operation): void {
  const neededRole = determineRole(one);
  if (neededRole === null || consoleUser === null || includesRole(consoleUser.role, neededRole)) return;
  const detail = `This operation needs the role ${neededRole}, and your role is ${consoleUser.role}: ask an owner`;
  throw new VitrineError('role_missing', detail);
}

/** Applies the rate limit per address of a web key in a project. @throws VitrineError rate_limited */
function spendAddressRate(
  key: Caller,
  projectId: string,
  { settings }: Pick<ServedProject, 'settings'>,
  { request, reply, rates }: RatedRequest,
): void {
  const { addressPerMinute } = settings.effective().rateLimits;
  const name = `${key.id} ${projectId} address ${readNetwork(request.ip)}`;
  spend(rates, name, addressPerMinute, 'One address may send', reply);
}

/**
 * Applies the remaining rate limits once project and visitor are known: for a web key the limits of the address (if not
 * applied before the body), the visitor and the key, in this order; for a server key the limit of the address it names.
 * @throws VitrineError rate_limited
 */
export function spendRates(
  key: Caller,
  { user, session, address }: RequestVisitor,
  { id, project }: { readonly id: string; readonly project: Pick<ServedProject, 'settings'> },
  rated: RatedRequest,
): void {
  const { request, reply, rates } = rated;
  const { addressPerMinute, visitorPerMinute } = project.settings.effective().rateLimits;
  if (key.kind === 'server') {
    const name = `${key.id} ${id} address ${readNetwork(address ?? '')}`;
    if (address !== null) spend(rates, name, addressPerMinute, 'One address may send', reply);
    return;
  }
  if (request.likelyProject !== id || request.seenProject === null) spendAddressRate(key, id, project, rated);
  const visitor = session !== null ? `s${session}` : user !== null ? `u${user}` : null;
  // Anyone can send a visitor's name: requests from other networks must not exhaust its limit.
  const claimedVisitor = `${readNetwork(request.ip)} ${visitor}`;
  const bucket = key.user === null ? claimedVisitor : `u${key.user}`;
  if (key.user !== null || visitor !== null)
    spend(rates, `${key.id} ${id} visitor ${bucket}`, visitorPerMinute, 'One visitor may send', reply);
  spend(rates, `${key.id} key`, key.ratePerMinute ?? 0, 'The API key may send', reply);
}

/** Spends a request, unless `perMinute` is 0 for unlimited. The reply's fields describe the last limit, the key's if it has one. */
function spend(rates: RateLimiter, name: string, perMinute: number, who: string, reply: FastifyReply): void {
  if (perMinute === 0) return;
  const rate = rates.take(name, perMinute);
  reply.headers({
    'ratelimit-limit': rate.limit,
    'ratelimit-remaining': rate.remaining,
    'ratelimit-reset': rate.resetSeconds,
  });
  if (rate.retryAfterSeconds === null) return;
  throw new VitrineError('rate_limited', `${who} ${rate.limit} requests per minute`, {
    retryAfterSeconds: rate.retryAfterSeconds,
  });
}

/** The visitor of a request: named by the request, or by the first of its searches or events that names one. */
export function readNamedVisitor(values: Readonly<Record<string, unknown>>, scope: Scope): RequestVisitor {
  const { data, searches } = values;
  const subject = scope === 'events' ? data : scope === 'search' ? (searches ?? values) : values;
  const parts: unknown[] = Array.isArray(subject) ? subject : [subject];
  const readText = (part: unknown, name: string): string | null => {
    const value: unknown = part !== null && typeof part === 'object' ? Reflect.get(part, name) : null;
    return (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : null;
  };
  const first = parts.find((part) => readText(part, 'session') !== null || readText(part, 'user') !== null);
  // A shop's server reports many visitors in one request: none of them is limited for another.
  const address = parts.length > 1 ? null : readText(parts[0], 'address');
  return { user: readText(first, 'user'), session: readText(first, 'session'), address };
}

/**
 * Adds the user of a signed key, if the operation takes one and the request names none.
 * @throws VitrineError user_forbidden
 */
export function bindUser(
  key: Caller | null,
  parameters: Readonly<Record<string, unknown>>,
  values: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const bound = key?.user ?? null;
  if (bound === null || !Object.hasOwn(parameters, 'user')) return values;
  const user = Object.hasOwn(values, 'user') ? values['user'] : null;
  checkUser(bound, typeof user === 'string' || typeof user === 'number' ? String(user) : null);
  return { ...values, user: bound };
}

/** @throws VitrineError user_forbidden if a request names another user than its signed key */
export function checkUser(bound: string, named: string | null): void {
  if (named !== null && named !== '' && named !== bound)
    throw new VitrineError('user_forbidden', 'The signed key is for another user');
}

export function seesPrivateFields(key: Caller): boolean {
  return hasScope(key, 'private');
}
