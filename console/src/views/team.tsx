import type { ConsoleUser, Invitation, Project } from '@vitrine/sdk';
import { useState, type ReactNode } from 'react';
import { useIdentity } from '../app/identity.tsx';
import { useLoad } from '../app/load.ts';
import { useOpenedByAddress } from '../app/opened-by-address.ts';
import { messageOf, service } from '../app/service.ts';
import { projectNames, roleName } from '../app/team-texts.ts';
import { useToast } from '../app/toasts.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { time } from '../parts/formats.ts';
import { Icon } from '../parts/icons.tsx';
import { SettingsTabs } from '../parts/settings-tabs.tsx';
import { View } from '../parts/shell.tsx';
import { ErrorNote, SkeletonRows } from '../parts/states.tsx';
import { ChangeUser } from './team/change-user.tsx';
import { InviteUser } from './team/invite-user.tsx';
import { NewLink } from './team/new-link.tsx';

type Step =
  | { readonly kind: 'invite' }
  | { readonly kind: 'change' | 'remove' | 'sign-out'; readonly user: ConsoleUser }
  | { readonly kind: 'link'; readonly link: string }
  | { readonly kind: 'revoke'; readonly invitation: Invitation };

/** Users of the console and pending invitations. */
export function TeamView(): ReactNode {
  const users = useLoad('users', (signal) => service.admin.listUsers({ signal }));
  const invitations = useLoad('invitations', (signal) => service.admin.listInvitations({ signal }));
  const projects = useLoad('projects', (signal) => service.admin.listProjects({ signal }));
  const [step, setStep] = useState<Step | null>(null);
  useOpenedByAddress('new', () => setStep({ kind: 'invite' }));
  const notify = useToast();
  const all = projects.value?.projects ?? [];
  const close = (): void => setStep(null);
  const done = (text: string): void => {
    close();
    users.reload();
    invitations.reload();
    if (text !== '') notify(text);
  };
  const createLink = async (user: ConsoleUser): Promise<void> => {
    try {
      const { link } = await service.admin.createPasswordLink(user.id);
      setStep({ kind: 'link', link });
    } catch (error) {
      notify(messageOf(error), 'bad');
    }
  };
  return (
    <View
      title="Team"
      intro="Who may use this console. Each user has a role, for all projects or some."
      actions={
        <button type="button" className="button main" onClick={() => setStep({ kind: 'invite' })}>
          <Icon name="plus" />
          Invite
        </button>
      }
    >
      <SettingsTabs />
      {users.error !== null && <ErrorNote error={users.error} retry={users.reload} />}
      {users.value === null && users.error === null && <SkeletonRows count={3} height="4.5rem" />}
      {users.value !== null && (
        <Users
          users={users.value.users}
          projects={all}
          onChange={(user) => setStep({ kind: 'change', user })}
          onRemove={(user) => setStep({ kind: 'remove', user })}
          onSignOut={(user) => setStep({ kind: 'sign-out', user })}
          onLink={createLink}
        />
      )}
      {invitations.error !== null && <ErrorNote error={invitations.error} retry={invitations.reload} />}
      {invitations.value !== null && invitations.value.invitations.length > 0 && (
        <Invitations
          invitations={invitations.value.invitations}
          projects={all}
          onRevoke={(invitation) => setStep({ kind: 'revoke', invitation })}
        />
      )}
      {step?.kind === 'invite' && <InviteUser projects={all} onClose={() => done('')} />}
      {step?.kind === 'change' && (
        <ChangeUser
          user={step.user}
          title={`Role of ${nameOf(step.user)}`}
          projects={all}
          onChanged={() => done('Saved')}
          onClose={close}
        />
      )}
      {step?.kind === 'link' && (
        <Dialog title="Pass on this link" isForm onClose={() => done('')}>
          <NewLink link={step.link} isInvitation={false} onClose={() => done('')} />
        </Dialog>
      )}
      {step?.kind === 'remove' && (
        <Confirm
          title={`Remove ${nameOf(step.user)}?`}
          action="Remove user"
          onClose={close}
          onConfirm={async () => {
            await service.admin.removeUser(step.user.id);
            done(`Removed ${nameOf(step.user)}`);
          }}
        >
          {nameOf(step.user)} is signed out at once and cannot sign in again. What this user changed stays,
          with the name in the history.
        </Confirm>
      )}
      {step?.kind === 'sign-out' && (
        <Confirm
          title={`Sign ${nameOf(step.user)} out?`}
          action="Sign out"
          onClose={close}
          onConfirm={async () => {
            await service.admin.endUserSessions(step.user.id);
            done(`${nameOf(step.user)} is signed out`);
          }}
        >
          All sessions of {nameOf(step.user)} end at once, on all devices. The user can sign in again.
        </Confirm>
      )}
      {step?.kind === 'revoke' && (
        <Confirm
          title={`Revoke the link of ${step.invitation.email ?? step.invitation.name}?`}
          action="Revoke link"
          onClose={close}
          onConfirm={async () => {
            await service.admin.revokeInvitation(step.invitation.id);
            done('Link revoked');
          }}
        >
          The link does not work any more. You can create a new one.
        </Confirm>
      )}
    </View>
  );
}

function Users({
  users,
  projects,
  onChange,
  onRemove,
  onSignOut,
  onLink,
}: {
  users: readonly ConsoleUser[];
  projects: readonly Project[];
  onChange: (user: ConsoleUser) => void;
  onRemove: (user: ConsoleUser) => void;
  onSignOut: (user: ConsoleUser) => void;
  onLink: (user: ConsoleUser) => Promise<void>;
}): ReactNode {
  const { user: self } = useIdentity();
  const owners = users.filter(({ role }) => role === 'owner').length;
  return (
    <ul className="panel list" style={{ gap: 0 }} aria-label="Users">
      {users.map((user) => {
        const isLast = user.role === 'owner' && owners === 1;
        const name = <span className="visually-hidden"> {nameOf(user)}</span>;
        return (
          <li key={user.id}>
            <div className="stack tight">
              <div className="row">
                <strong>{nameOf(user)}</strong>
                <span className={user.role === 'owner' ? 'badge good' : 'badge'}>{roleName(user.role)}</span>
                {user.id === self?.id && <span className="badge">You</span>}
              </div>
              <div className="small soft">
                {user.email ?? 'No email address: signs in with the password alone'}
              </div>
              <div className="small faint">
                {projectNames(user.projects, projects)} ·{' '}
                {user.lastSignInAt === null ? 'never signed in' : `last sign-in ${time(user.lastSignInAt)}`}
              </div>
            </div>
            <div className="row">
              {isLast ? (
                <span className="small faint">The only owner stays</span>
              ) : (
                <button type="button" className="button small" onClick={() => onChange(user)}>
                  Change role{name}
                </button>
              )}
              <button type="button" className="button small" onClick={() => void onLink(user)}>
                Password link{name}
              </button>
              {user.id !== self?.id && (
                <button type="button" className="button small" onClick={() => onSignOut(user)}>
                  Sign out{name}
                </button>
              )}
              {!isLast && (
                <button type="button" className="button small bad" onClick={() => onRemove(user)}>
                  Remove{name}
                </button>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

function Invitations({
  invitations,
  projects,
  onRevoke,
}: {
  invitations: readonly Invitation[];
  projects: readonly Project[];
  onRevoke: (invitation: Invitation) => void;
}): ReactNode {
  return (
    <section className="stack" aria-labelledby="invitations">
      <h2 id="invitations">Open links</h2>
      <ul className="panel list" style={{ gap: 0 }}>
        {invitations.map((invitation) => (
          <li key={invitation.id}>
            <div className="stack tight">
              <div className="row">
                <strong>{invitation.email ?? invitation.name}</strong>
                <span className="badge">
                  {invitation.user === null ? roleName(invitation.role) : 'New password'}
                </span>
              </div>
              <div className="small faint">
                {invitation.user === null && `${projectNames(invitation.projects, projects)} · `}
                created {time(invitation.createdAt)} · valid until {time(invitation.expiresAt)}
              </div>
            </div>
            <div className="row">
              <button type="button" className="button small bad" onClick={() => onRevoke(invitation)}>
                Revoke<span className="visually-hidden"> {invitation.email ?? invitation.name}</span>
              </button>
            </div>
          </li>
        ))}
      </ul>
      <p className="small soft">
        To replace a lost link, invite the address again. The earlier link then ends.
      </p>
    </section>
  );
}

function nameOf({ name, email }: Pick<ConsoleUser, 'name' | 'email'>): string {
  return name !== '' ? name : (email ?? 'First owner');
}
