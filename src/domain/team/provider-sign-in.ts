import type { Clock } from '../../lib/clock.ts';
import type { IdSource } from '../../lib/random-id.ts';
import { VitrineError } from '../../ports/errors.ts';
import type { ProvidedIdentity, ProviderConfig } from '../../ports/access/identity-provider.ts';
import { limits } from '../../ports/limits.ts';
import type { Role, Team, TeamStore, User } from '../../ports/access/team.ts';
import { joinLines } from '../contract/fields.ts';
import { foldEmail, findUserByEmail } from './users.ts';

const leastRole: Role = 'viewer';
const noRole = 'the provider names no role for you';

/**
 * The user of an identity: found by its email address, or created with the role of an invitation or of the configuration. Where a claim
 * names roles, it alone does: it replaces the role of the user, and without one the user gets the default role, or is refused and
 * keeps the least one. The last owner stays one.
 * @throws VitrineError identity_refused, too_many_users
 */
export async function findUserOfIdentity(
  { email: given, isVerified, name, role: claimed }: ProvidedIdentity,
  { domains, defaultRole, roleClaim }: Pick<ProviderConfig, 'domains' | 'defaultRole' | 'roleClaim'>,
  { store, clock, ids }: { store: TeamStore; clock: Clock; ids: IdSource },
): Promise<User> {
  const email = given === null ? '' : foldEmail(given);
  if (email === '' || !isVerified) throw createSignInError('the provider has not verified the email address');
  if (domains.length > 0 && !domains.includes(email.slice(email.lastIndexOf('@') + 1)))
    throw createSignInError('the domain of the email address is not allowed');
  const now = clock.now();
  const newId = ids.next(now);
  const provided = claimed ?? defaultRole;
  let signedInUser: User | null = null;
  let isRefused = false;
  await store.changeTeam((team) => {
    // The first start accepts connections before it creates the first owner: without an owner, no user can be invited and no password reset.
    if (team.users.size === 0) throw createSignInError('the first start has not finished');
    const user = findUserByEmail(team, email);
    if (user !== null) {
      signedInUser = roleClaim === null ? user : withRole(team, user, provided ?? leastRole);
      isRefused = roleClaim !== null && provided === null && !isLastOwner(team, user);
      return signedInUser === user ? null : { users: [signedInUser], endedSessionsOf: [user.id] };
    }
    const invitation = [...team.invitations.values()].find(
      (one) => one.user === null && one.email === email && one.expiresAt > now,
    );
    const role = roleClaim === null ? (invitation?.role ?? defaultRole) : provided;
    if (role === null && roleClaim !== null) throw createSignInError(noRole);
    if (role === null) throw createSignInError('there is no user with this email address');
    if (team.users.size >= limits.usersMax)
      throw new VitrineError('too_many_users', `There are ${limits.usersMax} users, the maximum`);
    signedInUser = {
      id: newId,
      email,
      name: (joinLines(name ?? '') || invitation?.name || '').slice(0, limits.userNameLengthMax),
      role,
      projects: role === 'owner' ? null : (invitation?.projects ?? null),
      passwordHash: null,
      createdAt: now,
      lastSignInAt: null,
    };
    return { users: [signedInUser], removedInvitations: invitation === undefined ? [] : [invitation.id] };
  });
  if (isRefused) throw createSignInError(noRole);
  return signedInUser!;
}

function withRole(team: Team, user: User, role: Role): User {
  if (role === user.role || isLastOwner(team, user)) return user;
  return { ...user, role, projects: role === 'owner' ? null : user.projects };
}

function isLastOwner({ users }: Team, { id, role }: User): boolean {
  return role === 'owner' && ![...users.values()].some((one) => one.role === 'owner' && one.id !== id);
}

function createSignInError(why: string): VitrineError {
  return new VitrineError('identity_refused', `You cannot sign in: ${why}`);
}
