import * as openid from 'openid-client';
import { runInHttpClientSpan } from '../lib/tracing/http-client-span.ts';
import { VitrineError } from '../ports/errors.ts';
import type {
  IdentityProvider,
  PendingSignIn,
  ProvidedIdentity,
  ProviderConfig,
} from '../ports/access/identity-provider.ts';
import { roles } from '../ports/access/team.ts';

const timeoutSeconds = 10;

const fetchWithSpan: openid.CustomFetch = (url, { headers, ...options }) =>
  runInHttpClientSpan(
    options.method,
    new URL(url),
    (trace) => fetch(url, { ...options, headers: { ...headers, ...trace } } as RequestInit),
    ({ status }) => status,
  );

/** Sign-in with OpenID Connect: authorization code with PKCE, state and nonce; the signature of the ID token is verified. */
export class OpenIdProvider implements IdentityProvider {
  readonly #config: ProviderConfig;
  #discovered: Promise<openid.Configuration> | null = null;

  constructor(config: ProviderConfig) {
    this.#config = config;
  }

  async begin(redirectUri: string): Promise<{ url: string; pending: PendingSignIn }> {
    const configuration = await this.#discover();
    const verifier = openid.randomPKCECodeVerifier();
    const pending = { state: openid.randomState(), nonce: openid.randomNonce(), verifier };
    const url = openid.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: 'openid email profile',
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state: pending.state,
      nonce: pending.nonce,
    });
    return { url: url.href, pending };
  }

  async complete(callback: URL, { state, nonce, verifier }: PendingSignIn): Promise<ProvidedIdentity> {
    const configuration = await this.#discover();
    try {
      const tokens = await openid.authorizationCodeGrant(configuration, callback, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined) throw new Error('There is no ID token');
      const { roleClaim } = this.#config;
      // Some providers have the email address or the role in the user info only.
      const lacksEmail = typeof claims['email'] !== 'string';
      const lacksRole = roleClaim !== null && claims[roleClaim] === undefined;
      const hasInfo = configuration.serverMetadata().userinfo_endpoint !== undefined;
      const info: Readonly<Record<string, unknown>> =
        lacksEmail || (lacksRole && hasInfo)
          ? await openid.fetchUserInfo(configuration, tokens.access_token, claims.sub)
          : {};
      return this.#readIdentity({ ...info, ...claims });
    } catch (error) {
      throw new VitrineError('sign_in_failed', 'The identity provider did not confirm the sign-in', {
        cause: error,
      });
    }
  }

  #readIdentity(claims: Readonly<Record<string, unknown>>): ProvidedIdentity {
    const { email, email_verified: isVerified, name } = claims;
    const { roleClaim } = this.#config;
    const claimed = roleClaim === null ? [] : [claims[roleClaim]].flat();
    return {
      email: typeof email === 'string' ? email : null,
      isVerified: isVerified === true,
      name: typeof name === 'string' ? name : null,
      // The highest, where a claim has several.
      role: roles.findLast((role) => claimed.includes(role)) ?? null,
    };
  }

  /** Once; again after a failure. */
  async #discover(): Promise<openid.Configuration> {
    const { issuer, clientId, clientSecret } = this.#config;
    this.#discovered ??= openid.discovery(new URL(issuer), clientId, clientSecret, undefined, {
      timeout: timeoutSeconds,
      execute: [
        openid.enableNonRepudiationChecks,
        // Only addresses of this machine have no TLS, see `readProvider()`.
        ...(issuer.startsWith('https:') ? [] : [openid.allowInsecureRequests]),
      ],
      [openid.customFetch]: fetchWithSpan,
    });
    try {
      return await this.#discovered;
    } catch (error) {
      this.#discovered = null;
      throw new VitrineError('provider_unavailable', 'The identity provider cannot be reached', {
        cause: error,
      });
    }
  }
}
