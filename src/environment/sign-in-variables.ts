import type { ProviderConfig } from '../ports/access/identity-provider.ts';
import { roles } from '../ports/access/team.ts';
import { ConfigError, splitList, choose, parseWebAddress, type Environment } from './values.ts';

/** The variables of sign-in with OpenID Connect, with their defaults. */
export const signInVariables = {
  VITRINE_OIDC_ISSUER: '',
  VITRINE_OIDC_CLIENT_ID: '',
  VITRINE_OIDC_CLIENT_SECRET: '',
  VITRINE_OIDC_NAME: 'single sign-on',
  VITRINE_OIDC_DOMAINS: '',
  VITRINE_OIDC_DEFAULT_ROLE: 'none',
  VITRINE_OIDC_ROLE_CLAIM: '',
} as const;

/** The path that the provider sends browsers back to. */
const callbackPath = '/admin/oidc/callback';
const loopback = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/;

/** Null means users sign in with passwords only. `publicUrl` is that of the service. @throws ConfigError */
export function readProvider(environment: Environment, publicUrl: string | null): ProviderConfig | null {
  const read = (name: keyof typeof signInVariables): string =>
    environment[name]?.trim() || signInVariables[name];
  const issuer = parseWebAddress('VITRINE_OIDC_ISSUER', read('VITRINE_OIDC_ISSUER'));
  if (issuer === null) return null;
  if (!issuer.startsWith('https:') && !loopback.test(issuer))
    throw new ConfigError('VITRINE_OIDC_ISSUER', issuer, 'an https address');
  if (publicUrl === null)
    throw new ConfigError('VITRINE_PUBLIC_URL', '', 'set if VITRINE_OIDC_ISSUER is set');
  for (const name of ['VITRINE_OIDC_CLIENT_ID', 'VITRINE_OIDC_CLIENT_SECRET'] as const)
    if (read(name) === '') throw new ConfigError(name, '', 'set if VITRINE_OIDC_ISSUER is set');
  const role = choose('VITRINE_OIDC_DEFAULT_ROLE', read('VITRINE_OIDC_DEFAULT_ROLE'), ['none', ...roles]);
  return {
    issuer,
    clientId: read('VITRINE_OIDC_CLIENT_ID'),
    clientSecret: read('VITRINE_OIDC_CLIENT_SECRET'),
    name: read('VITRINE_OIDC_NAME'),
    domains: splitList(read('VITRINE_OIDC_DOMAINS')).map((domain) => domain.toLowerCase()),
    defaultRole: role === 'none' ? null : role,
    roleClaim: read('VITRINE_OIDC_ROLE_CLAIM') || null,
    redirectUri: publicUrl + callbackPath,
  };
}
