import type { ApiKey, KeyKind } from '@vitrine/sdk';
import { useState, type ReactNode } from 'react';
import { useLoad } from '../app/load.ts';
import { useOpenedByAddress } from '../app/opened-by-address.ts';
import type { ProjectView } from '../app/project-view.ts';
import { messageOf, service } from '../app/service.ts';
import { View } from '../parts/shell.tsx';
import { useToast } from '../app/toasts.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { count, time } from '../parts/formats.ts';
import { Icon } from '../parts/icons.tsx';
import { Empty, ErrorNote, SkeletonRows } from '../parts/states.tsx';
import { AccessSettings } from './access-settings.tsx';
import { NewKey } from './new-key.tsx';

export function Keys({ project }: ProjectView): ReactNode {
  const loaded = useLoad(project.id, (signal) => service.admin.listKeys(project.id, { signal }));
  const [creating, setCreating] = useState(false);
  const [toRevoke, setToRevoke] = useState<ApiKey | null>(null);
  useOpenedByAddress('new', () => setCreating(true));
  const notify = useToast();
  const keys = loaded.value?.keys ?? null;
  const changeKind = async (key: ApiKey, kind: KeyKind): Promise<void> => {
    try {
      await service.admin.changeKey(key.id, { kind });
      loaded.reload();
      notify(kind === 'web' ? 'Changed to a web key' : 'Changed to a server key');
    } catch (error) {
      notify(messageOf(error), 'bad');
    }
  };
  const create = (
    <button type="button" className="button main" onClick={() => setCreating(true)}>
      <Icon name="plus" />
      New key
    </button>
  );
  return (
    <View
      title="Keys"
      intro={
        <>
          Every request needs a key in the header <code>x-api-key</code>. Web keys can be public; keep server
          keys secret.
        </>
      }
      actions={keys?.length === 0 ? undefined : create}
    >
      {loaded.error !== null && <ErrorNote error={loaded.error} retry={loaded.reload} />}
      {keys === null && loaded.error === null && <SkeletonRows count={4} height="6.6rem" />}
      {keys?.length === 0 && (
        <Empty
          icon="key"
          title="No keys yet"
          sample={{
            kind: 'rows',
            rows: [
              ['Shop front', 'Web', 'search, recommend'],
              ['Nightly import', 'Server', 'items'],
            ],
          }}
          action={create}
        >
          Create one key per program, with only the scopes it needs, so that you can revoke each separately.
        </Empty>
      )}
      {keys !== null && keys.length > 0 && (
        <KeyTable keys={keys} onRevoke={setToRevoke} onKind={changeKind} />
      )}
      {keys !== null && loaded.error === null && <AccessSettings project={project} />}
      {creating && (
        <NewKey
          project={project}
          onClose={() => {
            setCreating(false);
            loaded.reload();
          }}
        />
      )}
      {toRevoke !== null && (
        <Confirm
          title="Revoke this key?"
          action="Revoke key"
          onClose={() => setToRevoke(null)}
          onConfirm={async () => {
            await service.admin.revokeKey(toRevoke.id);
            setToRevoke(null);
            loaded.reload();
            notify('Key revoked');
          }}
        >
          Requests with “{toRevoke.name === '' ? toRevoke.prefix : toRevoke.name}” fail immediately. This
          cannot be undone.
        </Confirm>
      )}
    </View>
  );
}

function KeyTable({
  keys,
  onRevoke,
  onKind,
}: {
  keys: readonly ApiKey[];
  onRevoke: (key: ApiKey) => void;
  onKind: (key: ApiKey, kind: KeyKind) => Promise<void>;
}): ReactNode {
  return (
    <ul className="panel list" style={{ gap: 0 }}>
      {[...keys].sort(activeFirst).map((key) => (
        <li key={key.id}>
          <div className="stack tight">
            <div className="row">
              <strong>{key.name === '' ? 'Unnamed key' : key.name}</strong>
              <code className="soft">{key.prefix}…</code>
              <span className="badge">{key.kind === 'web' ? 'Web' : 'Server'}</span>
              <Status apiKey={key} />
            </div>
            <div className="row small soft">
              {key.scopes.map((scope) => (
                <span key={scope} className="badge">
                  {scope}
                </span>
              ))}
            </div>
            <div className="small faint">
              {key.projects === null ? 'All projects' : `Projects: ${key.projects.join(', ')}`} · created{' '}
              {time(key.createdAt)}
              {key.expiresAt !== null && ` · expires ${time(key.expiresAt)}`}
              {key.ratePerMinute !== null && ` · ${count(key.ratePerMinute)} requests per minute`}
              {key.origins !== null && key.origins.length > 0 && ` · origins ${key.origins.join(', ')}`}
              {key.filter !== null && ` · filter ${key.filter}`}
              {key.priceLists.length > 0 && ` · price lists ${key.priceLists.join(', ')}`}
            </div>
          </div>
          {key.revokedAt === null && (
            <div className="row">
              <KindButton apiKey={key} onKind={onKind} />
              <button type="button" className="button small bad" onClick={() => onRevoke(key)}>
                Revoke<span className="visually-hidden"> {key.name || key.prefix}</span>
              </button>
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

const webScopes = ['search', 'recommend', 'events'];

/** Changes a key to the other kind if its scopes allow it. */
function KindButton({
  apiKey,
  onKind,
}: {
  apiKey: ApiKey;
  onKind: (key: ApiKey, kind: KeyKind) => Promise<void>;
}): ReactNode {
  const other = apiKey.kind === 'web' ? 'server' : 'web';
  if (other === 'web' && apiKey.scopes.some((scope) => !webScopes.includes(scope))) return null;
  return (
    <button type="button" className="button small" onClick={() => void onKind(apiKey, other)}>
      Change to {other} key<span className="visually-hidden">: {apiKey.name || apiKey.prefix}</span>
    </button>
  );
}

function Status({ apiKey }: { apiKey: ApiKey }): ReactNode {
  if (apiKey.revokedAt !== null) return <span className="badge bad">Revoked {time(apiKey.revokedAt)}</span>;
  if (apiKey.expiresAt !== null && apiKey.expiresAt <= Date.now())
    return <span className="badge warn">Expired</span>;
  return <span className="badge good">Active</span>;
}

function activeFirst(a: ApiKey, b: ApiKey): number {
  return Number(a.revokedAt !== null) - Number(b.revokedAt !== null) || b.createdAt - a.createdAt;
}
