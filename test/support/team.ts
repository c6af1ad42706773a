import type { TestService } from './service.ts';

const consoleHeader = { 'x-vitrine-console': '1' };

export interface TeamMember {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  /** Headers of a session. */
  readonly headers: Record<string, string>;
}

/** The headers of the session in a reply. */
export function sessionOf({ headers }: { readonly headers: Headers }): Record<string, string> {
  return { ...consoleHeader, cookie: (headers.get('set-cookie') ?? '').split(';')[0] ?? '' };
}

/** Invites a user, and accepts as that user. */
export async function addMember(
  service: TestService,
  owner: Record<string, string>,
  wanted: { name: string; role: string; projects?: readonly string[] | null },
): Promise<TeamMember> {
  const email = `${wanted.name.toLowerCase().replaceAll(' ', '.')}@shop.example`;
  const invited = await service.ask<{ link: string }>('POST', '/admin/invitations', {
    headers: owner,
    body: { projects: null, ...wanted, email },
  });
  if (invited.status !== 201) throw new Error(JSON.stringify(invited.body));
  const password = `password of ${wanted.name}`;
  const accepted = await service.ask('POST', '/admin/invitations/accept', {
    headers: consoleHeader,
    body: { secret: invited.body.link.split('#')[1], password },
  });
  if (accepted.status !== 201) throw new Error(JSON.stringify(accepted.body));
  const headers = sessionOf(accepted);
  const { body } = await service.ask<{ user: { id: string } }>('GET', '/admin/session', { headers });
  return { id: body.user.id, email, password, headers };
}

/** Signs in with an email address. */
export async function signInAs(
  service: TestService,
  { email, password }: { readonly email: string | null; readonly password: string },
) {
  return service.ask<{ code?: string; detail?: string }>('POST', '/admin/session', {
    headers: consoleHeader,
    body: { ...(email === null ? {} : { email }), password },
  });
}
