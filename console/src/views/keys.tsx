import type { ApiKey, KeyKind } from '@vitrine/sdk';
import { useState, type ReactNode } from 'react';
import { useLoad } from '../app/load.ts';
import type { ProjectView } from '../app/project-view.ts';
import { messageOf, service } from '../app/service.ts';
import { View } from '../parts/shell.tsx';
import { useToast } from '../app/toasts.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { count, time } from '../parts/formats.ts';
import { Icon } from '../parts/icons.tsx';
import { Empty, ErrorNote, Skeleton } from '../parts/states.tsx';
import { AccessSettings } from './access-settings.tsx';
import { NewKey } from './new-key.tsx';

export function Keys({ project }: ProjectView): ReactNode {
  const loaded = useLoad(project.id, (signal) => service.admin.listKeys(project.id, { signal }));
  const [creating, setCreating] = useState(false);
  const [doomed, setDoomed] = useState<ApiKey | null>(null);
  const tell = useToast();
  const keys = loaded.value?.keys ?? null;
  const changeKind = async (key: ApiKey, kind: KeyKind): Promise<void> => {
    try {
      await service.admin.changeKey(key.id, { kind });
      loaded.reload();
      tell(kind === 'web' ? 'It is a web key now' : 'It is a server key now');
    } catch (error) {
      tell(messageOf(error), 'bad');
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
          Every request carries a key in <code>x-api-key</code>. Web keys may stand in a page; keep server
          keys secret.
        </>
      }
      actions={create}
    >
      {loaded.error !== null && <ErrorNote error={loaded.error} retry={loaded.reload} />}
      {keys === null && loaded.error === null && <Skeleton count={3} height="4.5rem" />}
      {keys?.length === 0 && (
        <Empty icon="key" title="No keys yet" action={create}>
          Make one for each program that asks, with no more than it needs: then each can be revoked alone.
        </Empty>
      )}
      {keys !== null && keys.length > 0 && <KeyTable keys={keys} onRevoke={setDoomed} onKind={changeKind} />}
      {loaded.error === null && <AccessSettings project={project} />}
      {creating && (
        <NewKey
          project={project}
          onClose={() => {
            setCreating(false);
            loaded.reload();
          }}
        />
      )}
      {doomed !== null && (
        <Confirm
          title="Revoke this key?"
          action="Revoke key"
          onClose={() => setDoomed(null)}
          onConfirm={async () => {
            await service.admin.revokeKey(doomed.id);
            setDoomed(null);
            loaded.reload();
            tell('The key is revoked');
          }}
        >
          Whoever uses “{doomed.name === '' ? doomed.prefix : doomed.name}” is refused from the next request
          on. This cannot be taken back.
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
    <ul className="pane lines" style={{ gap: 0 }}>
      {[...keys].sort(liveFirst).map((key) => (
        <li key={key.id}>
          <div className="stack tight">
            <div className="row">
              <strong>{key.name === '' ? 'Without a name' : key.name}</strong>
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
              {key.projects === null ? 'All projects' : `For ${key.projects.join(', ')}`} · created{' '}
              {time(key.createdAt)}
              {key.expiresAt !== null && ` · ends ${time(key.expiresAt)}`}
              {key.ratePerMinute !== null && ` · ${count(key.ratePerMinute)} requests a minute`}
              {key.origins !== null && key.origins.length > 0 && ` · pages of ${key.origins.join(', ')}`}
              {key.filter !== null && ` · only ${key.filter}`}
            </div>
          </div>
          {key.revokedAt === null && (
            <div className="row">
              <KindButton apiKey={key} onKind={onKind} />
              <button type="button" className="button small bad" onClick={() => onRevoke(key)}>
                Revoke<span className="unseen"> {key.name || key.prefix}</span>
              </button>
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

const webScopes = ['search', 'recommend', 'events'];

/** Makes a key one of the other kind, where its scopes allow it. */
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
      Make {other} key<span className="unseen"> of {apiKey.name || apiKey.prefix}</span>
    </button>
  );
}

function Status({ apiKey }: { apiKey: ApiKey }): ReactNode {
  if (apiKey.revokedAt !== null) return <span className="badge bad">Revoked {time(apiKey.revokedAt)}</span>;
  if (apiKey.expiresAt !== null && apiKey.expiresAt <= Date.now())
    return <span className="badge warn">Expired</span>;
  return <span className="badge good">Live</span>;
}

function liveFirst(a: ApiKey, b: ApiKey): number {
  return Number(a.revokedAt !== null) - Number(b.revokedAt !== null) || b.createdAt - a.createdAt;
}
