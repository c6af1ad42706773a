import type { Role } from './team.ts';

/** State of a sign-in that the browser keeps until it comes back from the provider. */
export interface PendingSignIn {
  readonly state: string;
  readonly nonce: string;
  /** The code verifier of PKCE (RFC 7636). */
  readonly verifier: string;
}

/** Who signed in at the provider. */
export interface ProvidedIdentity {
  readonly email: string | null;
  /** Whether the provider has verified the address. */
  readonly isVerified: boolean;
  readonly name: string | null;
  /** The role that the claim names, or null. */
  readonly role: Role | null;
}

/** A provider of OpenID Connect. */
export interface IdentityProvider {
  /** Begins a sign-in: the address that the browser opens. @throws VitrineError provider_unavailable */
  begin(redirectUri: string): Promise<{ readonly url: string; readonly pending: PendingSignIn }>;
  /**
   * Completes it with the address that the browser came back to. Checks state, nonce, issuer, audience, signature and times.
   * @throws VitrineError sign_in_failed
   */
  complete(callback: URL, pending: PendingSignIn): Promise<ProvidedIdentity>;
}

/** The provider, and what its users may do. */
export interface ProviderConfig {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Shown on the sign-in page: "Sign in with <name>". */
  readonly name: string;
  /** Domains of email addresses that may sign in; empty means all. */
  readonly domains: readonly string[];
  /** The role of users without another one, or null if unknown addresses may not sign in. */
  readonly defaultRole: Role | null;
  /** The claim that names the role, or null if none does. */
  readonly roleClaim: string | null;
  readonly redirectUri: string;
}
