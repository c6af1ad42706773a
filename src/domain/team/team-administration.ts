import { hash } from 'node:crypto';
import type { Clock } from '../../lib/clock.ts';
import { createRandomSecret, type IdSource } from '../../lib/random-id.ts';
import { VitrineError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import type { ProjectStore } from '../../ports/access/projects.ts';
import type { Invitation, Role, Team, User } from '../../ports/access/team.ts';
import { readNetwork } from '../access/visitor-network.ts';
import type { Passwords } from './passwords.ts';
import {
  parseEmail,
  parseGrant,
  checkFree,
  checkOwnerRemains,
  findExistingUser,
  type Grant,
} from './users.ts';

const dayMs = 24 * 60 * 60 * 1000;
const secretBits = 256;

/** A link as it is shown once: the secret is not stored. */
export interface NewInvitation {
  readonly invitation: Invitation;
  readonly secret: string;
}

interface InvitationRequest extends Grant {
  readonly email: string;
  readonly name: string;
}

/** Users of the console and the links that invite them or set their password. All rules hold on the newest state, in one write. */
export class TeamAdministration {
  readonly #store: ProjectStore;
  readonly #clock: Clock;
  readonly #ids: IdSource;
  readonly #passwords: Passwords;

  constructor(parts: { store: ProjectStore; clock: Clock; ids: IdSource; passwords: Passwords }) {
    this.#store = parts.store;
    this.#clock = parts.clock;
    this.#ids = parts.ids;
    this.#passwords = parts.passwords;
  }

  /** Lists users, oldest first. */
  findUsers(): readonly User[] {
    return [...this.#store.team().users.values()].sort((a, b) => a.createdAt - b.createdAt);
  }

  /** The links that work, newest first. */
  findInvitations(): readonly Invitation[] {
    const now = this.#clock.now();
    return [...this.#store.team().invitations.values()]
      .filter(({ expiresAt }) => expiresAt > now)
      .sort((a, b) => b.createdAt - a.createdAt);
  }

  /**
   * Changes role and projects of a user, whose sessions end if any of them changes.
   * @throws VitrineError user_not_found, last_owner, invalid_request
   */
  async changeGrant(
    id: string,
    wanted: { role: Role | null; projects: Grant['projects'] | undefined },
  ): Promise<User> {
    let changed: User | null = null;
    await this.#store.changeTeam((team) => {
      const user = findExistingUser(team, id);
      const grant = parseGrant(
        {
          role: wanted.role ?? user.role,
          projects: wanted.projects === undefined ? user.projects : wanted.projects,
        },
        this.#isProject,
      );
      if (grant.role !== 'owner') checkOwnerRemains(team, id);
      changed = { ...user, ...grant };
      const isSame = JSON.stringify(changed) === JSON.stringify(user);
      return isSame ? null : { users: [changed], endedSessionsOf: [id] };
    });
    return changed!;
  }

  /** @throws VitrineError user_exists, invalid_request, user_not_found */
  async changeProfile(id: string, profile: { name: string | null; email: string | null }): Promise<User> {
    const email = profile.email === null ? null : parseEmail(profile.email);
    let changed: User | null = null;
    await this.#store.changeTeam((team) => {
      const user = findExistingUser(team, id);
      if (email !== null) checkFree(team, email, id);
      changed = { ...user, name: profile.name?.trim() ?? user.name, email: email ?? user.email };
      return { users: [changed] };
    });
    return changed!;
  }

  /** Removes a user with all sessions and links. @throws VitrineError user_not_found, last_owner */
  async removeUser(id: string): Promise<void> {
    await this.#store.changeTeam((team) => {
      findExistingUser(team, id);
      checkOwnerRemains(team, id);
      return { removedUsers: [id], removedInvitations: listLinks(team, (one) => one.user === id) };
    });
  }

  /**
   * Invites a user; replaces an earlier invitation of the address.
   * @throws VitrineError user_exists, too_many_users, invalid_request
   */
  async invite(request: InvitationRequest): Promise<NewInvitation> {
    const email = parseEmail(request.email);
    const grant = parseGrant(request, this.#isProject);
    return this.#createLink({ user: null, email, name: request.name.trim(), ...grant }, (team) => {
      checkFree(team, email, null);
      checkRoom(team);
      return listLinks(team, (one) => one.user === null && one.email === email);
    });
  }

  /** Makes a link with which a user sets a new password; the earlier one ends. @throws VitrineError user_not_found, too_many_users */
  async createPasswordLink(id: string): Promise<NewInvitation> {
    const { email, name, role, projects } = findExistingUser(this.#store.team(), id);
    return this.#createLink({ user: id, email, name, role, projects }, (team) => {
      findExistingUser(team, id);
      return listLinks(team, (one) => one.user === id);
    });
  }

  /** @throws VitrineError invitation_not_found */
  async revokeInvitation(id: string): Promise<void> {
    await this.#store.changeTeam(({ invitations }) => {
      if (!invitations.has(id))
        throw new VitrineError('invitation_not_found', `There is no invitation ${JSON.stringify(id)}`);
      return { removedInvitations: [id] };
    });
  }

  /** The invitation of a link. @throws VitrineError invitation_invalid */
  readInvitation(secret: string): Invitation {
    return this.#requireLiveInvitation(this.#store.team(), hash('sha256', secret));
  }

  /**
   * Accepts a link: creates the user, or sets the password of an existing one, whose sessions end.
   * @throws VitrineError invitation_invalid, user_exists, too_many_users, invalid_request, overloaded
   */
  async accept(
    secret: string,
    wanted: { name: string | null; password: string },
    address: string,
  ): Promise<User> {
    const tokenHash = hash('sha256', secret);
    // Before the password is hashed, which takes a while.
    this.#requireLiveInvitation(this.#store.team(), tokenHash);
    const passwordHash = await this.#passwords.hash(wanted.password, readNetwork(address));
    const now = this.#clock.now();
    const newId = this.#ids.next(now);
    let accepted: User | null = null;
    await this.#store.changeTeam((team) => {
      const { id, user, email, name, role, projects } = this.#requireLiveInvitation(team, tokenHash);
      const inviter = user === null ? null : (team.users.get(user) ?? null);
      if (user !== null && inviter === null) throw createLinkError();
      if (inviter === null) {
        checkFree(team, email ?? '', null);
        if (team.users.size >= limits.usersMax) throw createCountError(`${limits.usersMax} users`);
      }
      accepted =
        inviter === null
          ? {
              id: newId,
              email,
              name: wanted.name?.trim() || name,
              role,
              projects,
              passwordHash,
              createdAt: now,
              lastSignInAt: null,
            }
          : { ...inviter, passwordHash };
      return { users: [accepted], removedInvitations: [id], endedSessionsOf: [accepted.id] };
    });
    return accepted!;
  }

  async #createLink(
    fields: Omit<Invitation, 'id' | 'tokenHash' | 'createdAt' | 'expiresAt'>,
    findReplaced: (team: Team) => readonly string[],
  ): Promise<NewInvitation> {
    const now = this.#clock.now();
    const secret = createRandomSecret(secretBits);
    const expiresAt = now + limits.invitationDaysMax * dayMs;
    const invitation = {
      ...fields,
      id: this.#ids.next(now),
      tokenHash: hash('sha256', secret),
      createdAt: now,
      expiresAt,
    };
    await this.#store.changeTeam((team) => {
      const removed = new Set([...findReplaced(team), ...listLinks(team, (one) => one.expiresAt <= now)]);
      if (team.invitations.size - removed.size >= limits.invitationsMax)
        throw createCountError(`${limits.invitationsMax} pending invitations`);
      return { invitations: [invitation], removedInvitations: [...removed] };
    });
    return { invitation, secret };
  }

  #requireLiveInvitation({ invitations }: Team, tokenHash: string): Invitation {
    const invitation = [...invitations.values()].find((one) => one.tokenHash === tokenHash);
    if (invitation === undefined || invitation.expiresAt <= this.#clock.now()) throw createLinkError();
    return invitation;
  }

  readonly #isProject = (id: string): boolean => this.#store.project(id) !== null;
}

function listLinks({ invitations }: Team, isOne: (invitation: Invitation) => boolean): string[] {
  return [...invitations.values()].filter(isOne).map(({ id }) => id);
}

/** Pending invitations count, so that each of them can be accepted. */
function checkRoom(team: Team): void {
  const pending = listLinks(team, ({ user }) => user === null).length;
  if (team.users.size + pending >= limits.usersMax)
    throw createCountError(`${limits.usersMax} users and invitations`);
}

function createCountError(what: string): VitrineError {
  return new VitrineError('too_many_users', `There are ${what}, the maximum: remove some first`);
}

function createLinkError(): VitrineError {
  return new VitrineError(
    'invitation_invalid',
    'The link has been used, replaced or revoked, or has expired: ask an owner for a new one',
  );
}
