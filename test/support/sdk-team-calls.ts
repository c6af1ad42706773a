import type { VitrineClient } from '@vitrine/sdk';

/** Calls of the operations on users of the console, in an order in which each succeeds. */
export const teamCalls: Readonly<Record<string, ((client: VitrineClient) => Promise<unknown>)[]>> = {
  getAuditLog: [
    (c) => c.admin.auditLog(),
    (c) =>
      c.admin.auditLog({
        from: 'now-7d',
        to: '2030-01-01',
        actor: 'owner',
        project: 'shop',
        operation: 'signIn',
        limit: 5,
        cursor: '9',
      }),
  ],
  exportAuditLog: [(c) => c.admin.exportAuditLog({ operation: 'createProject' })],
  changeProfile: [
    (c) => c.admin.changeProfile({ name: 'Ada', email: 'ada@shop.example' }),
    (c) => c.admin.changeProfile({ name: 'Ada Lovelace' }),
  ],
  listSessions: [(c) => c.admin.listSessions()],
  inviteUser: [
    (c) => c.admin.inviteUser({ email: 'bob@shop.example', name: 'Bob', role: 'editor', projects: null }),
    (c) => c.admin.inviteUser({ email: 'bob@shop.example', role: 'viewer' }),
  ],
  listInvitations: [(c) => c.admin.listInvitations()],
  checkInvitation: [async (c) => c.admin.checkInvitation(await invitedSecret(c, 'cy'))],
  acceptInvitation: [
    async (c) =>
      c.admin.acceptInvitation({
        secret: await invitedSecret(c, 'cy'),
        name: 'Cy',
        password: 'a password of Cy',
      }),
    async (c) =>
      c.admin.acceptInvitation({ secret: await invitedSecret(c, 'di'), password: 'a password of Di' }),
  ],
  revokeInvitation: [
    async (c) => {
      const { invitation } = await c.admin.inviteUser({ email: 'ed@shop.example', role: 'viewer' });
      return c.admin.revokeInvitation(invitation.id);
    },
  ],
  listUsers: [(c) => c.admin.listUsers()],
  changeUser: [
    async (c) => c.admin.changeUser(await userId(c, 'cy'), { role: 'viewer' }),
    async (c) => c.admin.changeUser(await userId(c, 'cy'), { role: 'editor', projects: null }),
  ],
  createPasswordLink: [async (c) => c.admin.createPasswordLink(await userId(c, 'cy'))],
  endUserSessions: [async (c) => c.admin.endUserSessions(await userId(c, 'cy'))],
  removeUser: [async (c) => c.admin.removeUser(await userId(c, 'cy'))],
  signOutEverywhere: [(c) => c.admin.signOutEverywhere()],
};

async function invitedSecret({ admin }: VitrineClient, name: string): Promise<string> {
  const { link } = await admin.inviteUser({ email: `${name}@shop.example`, role: 'viewer' });
  return link.split('#')[1]!;
}

async function userId({ admin }: VitrineClient, name: string): Promise<string> {
  const { users } = await admin.listUsers();
  return users.find(({ email }) => email === `${name}@shop.example`)!.id;
}
