import type { AddressInfo } from 'node:net';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Provider } from 'oidc-provider';

export const clientId = 'vitrine';
export const clientSecret = 'the secret of the client';

interface Account {
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
  readonly groups?: readonly string[];
}

/** A provider of OpenID Connect on this machine, whose users sign in without a password. */
export class TestIdentityProvider implements AsyncDisposable {
  readonly issuer: string;
  readonly #server: Server;
  readonly accounts = new Map<string, Account>();
  /** Who signs in next. */
  signsIn = '';
  /** Whether ID tokens have the email address; the user info has every claim. */
  hasEmailInIdToken = false;
  /** Seconds for which ID tokens are valid. */
  idTokenSeconds = 600;

  private constructor(server: Server) {
    this.#server = server;
    this.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async open(): Promise<TestIdentityProvider> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new TestIdentityProvider(server);
  }

  /** `redirectUri`: where the service expects browsers to come back. */
  serve(redirectUri: string): void {
    const provider = new Provider(this.issuer, {
      clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
      pkce: { required: () => true },
      claims: { email: ['email', 'email_verified'], profile: ['name', 'groups'] },
      conformIdTokenClaims: false,
      features: { devInteractions: { enabled: false } },
      ttl: { IdToken: () => this.idTokenSeconds },
      findAccount: (_context, accountId) => ({
        accountId,
        claims: (use) => {
          const { email, email_verified, ...others } = this.accounts.get(accountId) ?? {};
          const address = { email, email_verified };
          if (use !== 'id_token') return { sub: accountId, ...address, ...others };
          return { sub: accountId, ...(this.hasEmailInIdToken ? address : {}) };
        },
      }),
      interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
      cookies: { keys: ['key of the cookies'] },
    });
    const answer = provider.callback();
    this.#server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      if (request.url?.startsWith('/interaction/') === true) void this.#interact(provider, request, response);
      else void answer(request, response);
    });
  }

  /** Signs in and consents at once. */
  async #interact(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { prompt, params, session, grantId } = await provider.interactionDetails(request, response);
    if (prompt.name === 'login')
      return provider.interactionFinished(request, response, { login: { accountId: this.signsIn } });
    const grant =
      (grantId === undefined ? undefined : await provider.Grant.find(grantId)) ??
      new provider.Grant({ accountId: session?.accountId ?? '', clientId: String(params['client_id']) });
    grant.addOIDCScope('openid email profile');
    return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** A browser as far as redirects and cookies go. */
export class RedirectFollower {
  readonly #cookies = new Map<string, Map<string, string>>();

  /** The cookies of a host. */
  cookies(url: string): Map<string, string> {
    const { host } = new URL(url);
    const known = this.#cookies.get(host) ?? new Map<string, string>();
    this.#cookies.set(host, known);
    return known;
  }

  cookieHeader(url: string): string {
    return [...this.cookies(url)].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Follows redirects up to an address that `isEnd`; returns it, not requested. */
  async follow(start: string, isEnd: (url: URL) => boolean): Promise<string> {
    let url = start;
    for (let step = 0; step < 20; step++) {
      const response = await fetch(url, { redirect: 'manual', headers: { cookie: this.cookieHeader(url) } });
      const body = await response.text();
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (value === '' || /expires=Thu, 01 Jan 1970|max-age=0(;|$)/i.test(line))
          this.cookies(url).delete(name);
        else this.cookies(url).set(name, value);
      }
      const location = response.headers.get('location');
      if (location === null) throw new Error(`${response.status} at ${url}: ${body.slice(0, 500)}`);
      url = new URL(location, url).href;
      if (isEnd(new URL(url))) return url;
    }
    throw new Error(`Too many redirects: ${url}`);
  }
}
