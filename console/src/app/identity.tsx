import type { SessionReply } from '@vitrine/sdk';
import { createContext, useContext, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { ErrorNote, Skeleton } from '../parts/states.tsx';
import { useLoad } from './load.ts';
import { service } from './service.ts';
import { session } from './session.ts';

/** Who is signed in, and what the role allows: the service says it, operation by operation. */
interface Identity extends Pick<SessionReply, 'user' | 'name' | 'expiresAt' | 'publicUrl'> {
  /** Whether the user may call an operation of the service, by its id. */
  readonly may: (operation: string) => boolean;
  readonly reload: () => void;
}

const IdentityContext = createContext<Identity | null>(null);

export function useIdentity(): Identity {
  const identity = useContext(IdentityContext);
  if (identity === null) throw new Error('useIdentity() must be used inside an IdentityProvider');
  return identity;
}

/** The test of `Identity.may`. */
export function useMay(): Identity['may'] {
  return useIdentity().may;
}

/** Loads the identity at each sign-in: another user may have signed in. */
export function IdentityProvider({ children }: { children: ReactNode }): ReactNode {
  const opened = useSyncExternalStore(session.subscribe, () => session.opened);
  const loaded = useLoad(String(opened), (signal) => service.admin.session({ signal }));
  const { value, error, reload } = loaded;
  if (value !== null) session.email = value.user?.email ?? null;
  const identity = useMemo((): Identity | null => {
    if (value === null) return null;
    const { user, name, expiresAt, publicUrl } = value;
    const allowed = new Set(value.operations);
    return { user, name, expiresAt, publicUrl, may: (operation) => allowed.has(operation), reload };
  }, [value, reload]);
  if (identity !== null) return <IdentityContext value={identity}>{children}</IdentityContext>;
  return (
    <div className="centered">
      <div className="panel">
        {error === null ? <Skeleton height="14rem" /> : <ErrorNote error={error} retry={reload} />}
      </div>
    </div>
  );
}
