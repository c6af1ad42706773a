import type { Clock } from '../../lib/clock.ts';
import type { IdSource } from '../../lib/random-id.ts';
import { VitrineError } from '../../ports/errors.ts';
import type { ProvidedIdentity, ProviderConfig } from '../../ports/identity-provider.ts';
import { limits } from '../../ports/limits.ts';
import type { Role, Team, TeamStore, User } from '../../ports/team.ts';
import { checkOwnerRemains, foldedEmail, userByEmail } from './users.ts';

/**
 * The user of an identity: found by its email address, or created with the role of an invitation, of the claim or of the
 * configuration. A claimed role replaces that of the user; the last owner stays one.
 * @throws VitrineError identity_refused, too_many_users
 */
export async function userOfIdentity(
  { email: given, isVerified, name, role: claimed }: ProvidedIdentity,
  { domains, defaultRole }: Pick<ProviderConfig, 'domains' | 'defaultRole'>,
  { store, clock, ids }: { store: TeamStore; clock: Clock; ids: IdSource },
): Promise<User> {
  const email = given === null ? '' : foldedEmail(given);
  if (email === '' || !isVerified) throw refused('the provider has not verified the email address');
  if (domains.length > 0 && !domains.includes(email.slice(email.lastIndexOf('@') + 1)))
    throw refused('the domain of the email address is not allowed');
  const now = clock.now();
  const newId = ids.next(now);
  let found: User | null = null;
  await store.changeTeam((team) => {
    // The first start accepts connections before it creates the first owner: without an owner, no user can be invited and no password reset.
    if (team.users.size === 0) throw refused('the first start has not finished');
    const user = userByEmail(team, email);
    if (user !== null) {
      found = withRole(team, user, claimed);
      return found === user ? null : { users: [found], endedSessionsOf: [user.id] };
    }
    const invitation = [...team.invitations.values()].find(
      (one) => one.user === null && one.email === email && one.expiresAt > now,
    );
    const role = claimed ?? invitation?.role ?? defaultRole;
    if (role === null) throw refused('there is no user with this email address');
    if (team.users.size >= limits.usersMax)
      throw new VitrineError('too_many_users', `There are ${limits.usersMax} users, the maximum`);
    found = {
      id: newId,
      email,
      name: (name?.trim() || invitation?.name || '').slice(0, limits.userNameLengthMax),
      role,
      projects: role === 'owner' ? null : (invitation?.projects ?? null),
      passwordHash: null,
      createdAt: now,
      lastSignInAt: null,
    };
    return { users: [found], removedInvitations: invitation === undefined ? [] : [invitation.id] };
  });
  return found!;
}

function withRole(team: Team, user: User, claimed: Role | null): User {
  if (claimed === null || claimed === user.role) return user;
  try {
    if (user.role === 'owner') checkOwnerRemains(team, user.id);
  } catch {
    return user;
  }
  return { ...user, role: claimed, projects: claimed === 'owner' ? null : user.projects };
}

function refused(why: string): VitrineError {
  return new VitrineError('identity_refused', `You cannot sign in: ${why}`);
}
