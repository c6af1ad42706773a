import type {
  AuditLogReply,
  BackupReply,
  ChangeKeyRequest,
  ChangePasswordReply,
  ChangeProfileRequest,
  ChangeUserRequest,
  ConsoleUserReply,
  ConsoleUsersReply,
  CreateKeyRequest,
  CreateProjectRequest,
  DeletedProject,
  HistoryReply,
  HistoryTask,
  InvitationCheck,
  InvitationsReply,
  InviteUserRequest,
  KeyReply,
  KeysReply,
  NewInvitation,
  NewKey,
  ProjectDetails,
  ProjectReply,
  ProjectsReply,
  RemovedConsoleUser,
  BackupsReply,
  BackupStarted,
  PictureFailures,
  RetryPicturesReply,
  RetryPicturesRequest,
  RevokedInvitation,
  SessionReply,
  SessionsReply,
  SignInOptions,
  SignInReply,
  SignOutReply,
} from './contract.ts';
import { segment, type RawBody, type RequestOptions, type Transport } from './transport.ts';

/** Options of an import of a history. */
export interface HistoryOptions extends RequestOptions {
  /** Added to all times, in milliseconds. Default: 0. */
  readonly shiftMs?: number | undefined;
  /** Id for the task, to poll its progress. */
  readonly task?: string | undefined;
}

/** Which lines of the audit log. Times as `2026-01-31`, `2026-01-31T10:00:00Z` or `now-7d`. */
export interface AuditLogFilter {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Id of a user or a key. */
  readonly actor?: string | undefined;
  readonly project?: string | undefined;
  /** Id of an operation. */
  readonly operation?: string | undefined;
}

export interface AuditLogOptions extends AuditLogFilter {
  /** 1 to 1,000; default: 100. */
  readonly limit?: number | undefined;
  /** `next` of the page before. */
  readonly cursor?: string | undefined;
}

/** Projects, keys and the console's session. Requires the scope `admin` or the console's cookie. */
export interface AdminOperations {
  /**
   * Signs in and sets the cookie; requires the header `x-vitrine-console: 1`. Without `email`: as the first owner. Errors:
   * `sign_in_failed`, `rate_limited`.
   */
  signIn(
    password: string,
    options?: RequestOptions & { readonly email?: string | undefined },
  ): Promise<SignInReply>;
  /** Whether a sign-in asks for an email address. */
  signInOptions(options?: RequestOptions): Promise<SignInOptions>;
  /** The current session. Error: `signed_out`. */
  session(options?: RequestOptions): Promise<SessionReply>;
  signOut(options?: RequestOptions): Promise<SignOutReply>;
  /** Changes the own password (8 to 1,000 characters) and ends all own sessions. Error: `sign_in_failed` if `current` is wrong. */
  changePassword(current: string, next: string, options?: RequestOptions): Promise<ChangePasswordReply>;
  /** Changes the own name and email address. Error: `user_exists`. */
  changeProfile(change: ChangeProfileRequest, options?: RequestOptions): Promise<ConsoleUserReply>;
  /** The own sessions, newest first. */
  listSessions(options?: RequestOptions): Promise<SessionsReply>;
  signOutEverywhere(options?: RequestOptions): Promise<SignOutReply>;
  /** Users of the console. This and the following need a session of an owner, not a key. */
  listUsers(options?: RequestOptions): Promise<ConsoleUsersReply>;
  /** Changes role and projects. Errors: `user_not_found`, `last_owner`. */
  changeUser(id: string, change: ChangeUserRequest, options?: RequestOptions): Promise<ConsoleUserReply>;
  /** Errors: `user_not_found`, `last_owner`. */
  removeUser(id: string, options?: RequestOptions): Promise<RemovedConsoleUser>;
  /** Ends all sessions of a user, at once on every process. The user can sign in again. Error: `user_not_found`. */
  endUserSessions(id: string, options?: RequestOptions): Promise<SignOutReply>;
  /** A link with which a user sets a new password; it works once, for seven days. Error: `user_not_found`. */
  createPasswordLink(user: string, options?: RequestOptions): Promise<NewInvitation>;
  /** Pending invitations and links to set a password. */
  listInvitations(options?: RequestOptions): Promise<InvitationsReply>;
  /** A link to pass on to a new user. An earlier one of the address ends. Errors: `user_exists`, `too_many_users`. */
  inviteUser(invitation: InviteUserRequest, options?: RequestOptions): Promise<NewInvitation>;
  /** Error: `invitation_not_found`. */
  revokeInvitation(id: string, options?: RequestOptions): Promise<RevokedInvitation>;
  /** What a link is for. `secret`: its part behind `#`. Error: `invitation_invalid`. */
  checkInvitation(secret: string, options?: RequestOptions): Promise<InvitationCheck>;
  /** Sets the password, creates the user of an invitation, and signs in. Error: `invitation_invalid`. */
  acceptInvitation(
    request: { readonly secret: string; readonly name?: string | undefined; readonly password: string },
    options?: RequestOptions,
  ): Promise<SignInReply>;
  listProjects(options?: RequestOptions): Promise<ProjectsReply>;
  /**
   * Creates a project: `id` has 1 to 64 letters, digits, `-` and `_`. Error: `project_exists`.
   *
   * @example
   * ```ts
   * await vitrine.admin.createProject({ id: 'shop', name: 'My shop', currency: 'EUR' });
   * const { key } = await vitrine.admin.createKey({ scopes: ['search'], projects: ['shop'] });
   * ```
   */
  createProject(request: CreateProjectRequest, options?: RequestOptions): Promise<ProjectReply>;
  /** Error: `project_not_found`. */
  getProject(id: string, options?: RequestOptions): Promise<ProjectDetails>;
  /** Deletes a project with all data. Error: `project_not_found`. */
  deleteProject(id: string, options?: RequestOptions): Promise<DeletedProject>;
  /**
   * Imports past searches, lists and events (NDJSON), which count as if they had happened in this project, and resolves with the
   * finished task. Lines with known ids change nothing. Default: no timeout. Error: `project_not_found`.
   */
  importHistory(project: string, source: RawBody, options?: HistoryOptions): Promise<HistoryTask>;
  /** Failed pictures by host and error, most frequent first. */
  pictureFailures(project: string, options?: RequestOptions): Promise<PictureFailures>;
  /** Retries failed pictures: of one item, of a host, with an error, or all. A text is the `id` of an item. */
  retryPictures(
    project: string,
    which?: string | RetryPicturesRequest,
    options?: RequestOptions,
  ): Promise<RetryPicturesReply>;
  /** All keys, including revoked ones; with `project`, those for it. */
  listKeys(project?: string, options?: RequestOptions): Promise<KeysReply>;
  /** Creates a key. The reply is the only one that contains its text (`key`). */
  createKey(request: CreateKeyRequest, options?: RequestOptions): Promise<NewKey>;
  /** Changes the kind of a key. Errors: `key_not_found`, `invalid_request` if its scopes do not allow it. */
  changeKey(id: string, change: ChangeKeyRequest, options?: RequestOptions): Promise<KeyReply>;
  /** Revokes a key immediately. Error: `key_not_found`. */
  revokeKey(id: string, options?: RequestOptions): Promise<KeyReply>;
  /** Who administered what, newest first. */
  auditLog(query?: AuditLogOptions, options?: RequestOptions): Promise<AuditLogReply>;
  /** The audit log as NDJSON, newest first. */
  exportAuditLog(filter?: AuditLogFilter, options?: RequestOptions): Promise<string>;
  /** The backups that are stored, the one in progress and the time of the next one. */
  listBackups(options?: RequestOptions): Promise<BackupsReply>;
  /** Starts a backup, unless one is in progress, and resolves at once: poll `listBackups`. */
  startBackup(options?: RequestOptions): Promise<BackupStarted>;
  /** Creates a backup in the data folder while the service runs. */
  backup(name: string, options?: RequestOptions): Promise<BackupReply>;
}

export function adminOperations(transport: Transport): AdminOperations {
  const project = (id: string): string => `/admin/projects/${segment(id)}`;
  return {
    signIn: (password, options) =>
      transport.json(
        { method: 'POST', path: '/admin/session', json: { email: options?.email, password } },
        options,
      ),
    signInOptions: (options) => transport.json({ method: 'GET', path: '/admin/sign-in' }, options),
    session: (options) => transport.json({ method: 'GET', path: '/admin/session' }, options),
    signOut: (options) => transport.json({ method: 'DELETE', path: '/admin/session' }, options),
    changePassword: (current, next, options) =>
      transport.json({ method: 'PUT', path: '/admin/password', json: { current, next } }, options),
    ...teamOperations(transport),
    listProjects: (options) => transport.json({ method: 'GET', path: '/admin/projects' }, options),
    createProject: (request, options) =>
      transport.json({ method: 'POST', path: '/admin/projects', json: request }, options),
    getProject: (id, options) => transport.json({ method: 'GET', path: project(id) }, options),
    deleteProject: (id, options) => transport.json({ method: 'DELETE', path: project(id) }, options),
    importHistory: async (id, body, options) => {
      const query = { shiftMs: options?.shiftMs, task: options?.task };
      const raw = { body, contentType: 'application/x-ndjson' };
      const request = { method: 'POST', path: `${project(id)}/history`, query, raw, timeoutMs: 0 } as const;
      return (await transport.json<HistoryReply>(request, options)).task;
    },
    pictureFailures: (id, options) =>
      transport.json({ method: 'GET', path: `${project(id)}/pictures/failures` }, options),
    retryPictures: (id, which = {}, options) =>
      transport.json(
        {
          method: 'POST',
          path: `${project(id)}/pictures/retry`,
          json: typeof which === 'string' ? { item: which } : which,
        },
        options,
      ),
    listKeys: (id, options) =>
      transport.json({ method: 'GET', path: '/admin/keys', query: { project: id } }, options),
    createKey: (request, options) =>
      transport.json({ method: 'POST', path: '/admin/keys', json: request }, options),
    changeKey: (id, change, options) =>
      transport.json({ method: 'PUT', path: `/admin/keys/${segment(id)}`, json: change }, options),
    revokeKey: (id, options) =>
      transport.json({ method: 'DELETE', path: `/admin/keys/${segment(id)}` }, options),
    auditLog: (query, options) =>
      transport.json({ method: 'GET', path: '/api/audit-log', query: { ...query } }, options),
    exportAuditLog: async (filter, options) => {
      const request = { method: 'GET', path: '/api/audit-log/export', query: { ...filter } } as const;
      return (await transport.reply(request, options)).text();
    },
    listBackups: (options) => transport.json({ method: 'GET', path: '/admin/backups' }, options),
    startBackup: (options) => transport.json({ method: 'POST', path: '/admin/backups' }, options),
    backup: (name, options) =>
      transport.json({ method: 'POST', path: '/admin/backup', json: { name }, timeoutMs: 0 }, options),
  };
}

type TeamOperations = Pick<
  AdminOperations,
  | 'changeProfile'
  | 'listSessions'
  | 'signOutEverywhere'
  | 'listUsers'
  | 'changeUser'
  | 'removeUser'
  | 'endUserSessions'
  | 'createPasswordLink'
  | 'listInvitations'
  | 'inviteUser'
  | 'revokeInvitation'
  | 'checkInvitation'
  | 'acceptInvitation'
>;

function teamOperations(transport: Transport): TeamOperations {
  const user = (id: string): string => `/admin/users/${segment(id)}`;
  return {
    changeProfile: (change, options) =>
      transport.json({ method: 'PUT', path: '/admin/profile', json: change }, options),
    listSessions: (options) => transport.json({ method: 'GET', path: '/admin/sessions' }, options),
    signOutEverywhere: (options) => transport.json({ method: 'DELETE', path: '/admin/sessions' }, options),
    listUsers: (options) => transport.json({ method: 'GET', path: '/admin/users' }, options),
    changeUser: (id, change, options) =>
      transport.json({ method: 'PUT', path: user(id), json: change }, options),
    removeUser: (id, options) => transport.json({ method: 'DELETE', path: user(id) }, options),
    endUserSessions: (id, options) =>
      transport.json({ method: 'DELETE', path: `${user(id)}/sessions` }, options),
    createPasswordLink: (id, options) =>
      transport.json({ method: 'POST', path: `${user(id)}/password-link` }, options),
    listInvitations: (options) => transport.json({ method: 'GET', path: '/admin/invitations' }, options),
    inviteUser: (invitation, options) =>
      transport.json({ method: 'POST', path: '/admin/invitations', json: invitation }, options),
    revokeInvitation: (id, options) =>
      transport.json({ method: 'DELETE', path: `/admin/invitations/${segment(id)}` }, options),
    checkInvitation: (secret, options) =>
      transport.json({ method: 'POST', path: '/admin/invitations/check', json: { secret } }, options),
    acceptInvitation: (request, options) =>
      transport.json({ method: 'POST', path: '/admin/invitations/accept', json: request }, options),
  };
}
