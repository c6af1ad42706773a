import { lookup as lookupHost } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Agent, Dispatcher, request as UndiciRequest } from 'undici';
import { runInHttpClientSpan } from '../lib/tracing/http-client-span.ts';
import { isPublicAddress } from './public-address.ts';

interface HostAddress {
  readonly address: string;
  readonly family: number;
}

/** Resolves the addresses of a host name. */
export type HostResolver = (hostname: string) => Promise<readonly HostAddress[]>;

/** The HTTP client with its connections to public hosts and to those of the shop. */
interface HttpClient {
  readonly request: typeof UndiciRequest;
  readonly guarded: Agent;
  readonly trusting: Agent;
}

export interface GuardedHttpOptions {
  /**
   * Hosts, each with or without its port (`pictures.internal`, `10.0.0.5:9000`), that are allowed at any address
   * and port: the shop's own.
   */
  readonly allowPrivate?: readonly string[];
  readonly resolve?: HostResolver;
}

/** An address that is not asked: it is no http(s) URL, has a password, or a port or IP address that is not allowed. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

/** Returns why a check refuses an address, or null if it does not. */
export function findRefusal(check: () => unknown): string | null {
  try {
    check();
    return null;
  } catch (error) {
    if (error instanceof AddressRefused) return error.message;
    throw error;
  }
}

/** A name without an address, or with private ones. */
export class NoPublicAddress extends Error {
  override readonly name = 'NoPublicAddress';
}

/** Ports of web servers. Others would allow scanning other machines through the service. */
const portsAllowed = new Set(['', '80', '443', '8080', '8443']);
/** Minimum time for the error of a name without a public address: private names resolve faster than unknown ones. */
const unresolvedMsMin = 250;

/**
 * Requests to addresses supplied by clients, which might point anywhere. Only http and https; no credentials, cookies or proxies;
 * only public addresses, checked when the connection is made, so that a name with changing addresses gains nothing. Redirects
 * are not followed: each one must be checked like a new address.
 */
export class GuardedHttp implements AsyncDisposable {
  readonly #allowPrivate: ReadonlySet<string>;
  readonly #resolve: HostResolver;
  /** Null before the first request: a service that asks no address does not load it. */
  #client: Promise<HttpClient> | null = null;

  constructor(options: GuardedHttpOptions = {}) {
    this.#allowPrivate = new Set((options.allowPrivate ?? []).map((host) => host.toLowerCase()));
    this.#resolve = options.resolve ?? ((hostname) => lookupHost(hostname, { all: true }));
  }

  /** Whether the host is one of the shop's own, which may have any address and port. */
  isTrusted(url: URL): boolean {
    return this.#allowPrivate.has(url.hostname) || this.#allowPrivate.has(url.host);
  }

  /** Parses an address from which prices are read: over https and public, or one of the trusted hosts. @throws AddressRefused */
  parsePriceAddress(address: string): URL {
    const url = parseAddress(address);
    if (this.isTrusted(url)) return url;
    if (url.protocol !== 'https:')
      throw new AddressRefused('Only https is allowed: over http, prices could be changed in transit');
    refusePrivate(url);
    return url;
  }

  /**
   * The body must be read or destroyed.
   * @throws AddressRefused, NoPublicAddress (perhaps as a `cause`, see {@link findRefusalCause}), or an error of the connection
   */
  async request(
    url: URL,
    options: Pick<Dispatcher.RequestOptions, 'signal' | 'body'> & {
      readonly method?: 'GET' | 'POST';
      readonly headers?: Readonly<Record<string, string>>;
    },
  ): Promise<Dispatcher.ResponseData> {
    const { request, guarded, trusting } = await (this.#client ??= this.#openClient());
    const isTrusted = this.isTrusted(url);
    if (!isTrusted) refusePrivate(url);
    const { method = 'GET', headers } = options;
    const dispatcher = isTrusted ? trusting : guarded;
    const response = await runInHttpClientSpan(
      method,
      url,
      (trace) => request(url, { dispatcher, ...options, headers: { ...headers, ...trace } }),
      ({ statusCode }) => statusCode,
    );
    // Destroying an unread body closes its connection; the resulting error is irrelevant.
    response.body.on('error', () => {});
    return response;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const client = await this.#client;
    await Promise.all([client?.guarded.destroy(), client?.trusting.destroy()]);
  }

  async #openClient(): Promise<HttpClient> {
    const { Agent, request } = await import('undici');
    const common = { connections: 8, maxHeaderSize: 16_384 };
    return {
      request,
      guarded: new Agent({ ...common, connect: { lookup: lookupWith(this.#resolve, true) } }),
      trusting: new Agent({ ...common, connect: { lookup: lookupWith(this.#resolve, false) } }),
    };
  }
}

/** @throws AddressRefused */
export function parseAddress(address: string): URL {
  // Parsing also normalises the decimal, octal and hexadecimal notations of an IPv4 address.
  const url = URL.parse(address);
  if (url === null) throw new AddressRefused('The address is not a URL');
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new AddressRefused(`Only http and https are allowed, not ${url.protocol}`);
  if (url.username !== '' || url.password !== '')
    throw new AddressRefused('The address has a password in it');
  return url;
}

/** The refusal in an error as undici throws it: itself, or a cause; null means another error. */
export function findRefusalCause(error: unknown): AddressRefused | NoPublicAddress | null {
  if (error instanceof AddressRefused || error instanceof NoPublicAddress) return error;
  return error instanceof Error && error.cause !== undefined ? findRefusalCause(error.cause) : null;
}

/** Checks an address in numeric notation, which is never looked up. @throws AddressRefused */
export function refusePrivate(url: URL): void {
  if (!portsAllowed.has(url.port)) throw new AddressRefused(`Port ${url.port} is not allowed`);
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) !== 0 && !isPublicAddress(literal))
    throw new AddressRefused(`${literal} is not a public address`);
}

/**
 * A name lookup for `net.connect`. The connection uses its result, so the check belongs here. Private and
 * unresolvable names give the same error after the same time, so that clients cannot find private names.
 */
function lookupWith(resolve: HostResolver, isGuarded: boolean): LookupFunction {
  return (hostname, options, callback) => {
    const guarded = isGuarded ? resolvePublicAddresses(hostname, resolve) : resolve(hostname);
    guarded
      .then((found) => {
        const first = found[0];
        if (first === undefined) throw new Error(`${hostname} has no address`);
        if (options.all === true) callback(null, [...found]);
        else callback(null, first.address, first.family);
      })
      .catch((error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), ''));
  };
}

/** The addresses of a name. @throws NoPublicAddress where it has none, or not only public ones */
async function resolvePublicAddresses(
  hostname: string,
  resolve: HostResolver,
): Promise<readonly HostAddress[]> {
  const earliest = sleep(unresolvedMsMin, undefined, { ref: false });
  const addresses = await resolve(hostname).catch((): readonly HostAddress[] => []);
  // One private address among public ones suffices for a rejection: it would point to the internal network.
  if (addresses.length > 0 && addresses.every(({ address }) => isPublicAddress(address))) return addresses;
  await earliest;
  throw new NoPublicAddress(`${hostname} has no public address`);
}
