import { adminPassword } from '../../test/support/service.ts';

/** Sends a request as the owner and returns the parsed reply. */
type AskAdmin = <T>(method: string, path: string, body?: unknown) => Promise<T>;

/** Signs in to a service that was started with the password of the tests. */
export async function connectAdmin(url: string): Promise<AskAdmin> {
  const headers = { 'x-vitrine-console': '1', 'content-type': 'application/json' };
  const body = JSON.stringify({ password: adminPassword });
  const session = await fetch(`${url}/admin/session`, { method: 'POST', headers, body });
  const cookie = (session.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  return async <T>(method: string, path: string, sent?: unknown) => {
    const reply = await fetch(`${url}${path}`, {
      method,
      headers: { ...headers, cookie },
      ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
    });
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
    return (await reply.json()) as T;
  };
}

/** Creates a project, and a key for everything that a shop sends; returns the key. */
export async function createProject(admin: AskAdmin, id: string): Promise<string> {
  await admin('POST', '/admin/projects', { id });
  const scopes = ['search', 'recommend', 'items:read', 'items:write', 'events'];
  const { key } = await admin<{ key: string }>('POST', '/admin/keys', { scopes, projects: [id] });
  return key;
}
