import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { IdentityProvider } from './app/identity.tsx';
import { RouterProvider } from './app/router.tsx';
import { isSessionEnd, waitForRecovery, service } from './app/service.ts';
import { session } from './app/session.ts';
import { ToastProvider } from './app/toasts.tsx';
import { ConnectionBanner } from './parts/connection-banner.tsx';
import { UnsavedChangesDialog } from './parts/unsaved-changes-dialog.tsx';
import { ErrorNote, Skeleton } from './parts/states.tsx';
import { Routes } from './routes.tsx';
import { AcceptInvitation, invitationPath } from './views/accept-invitation.tsx';
import { SignIn, SignInAgain } from './views/sign-in.tsx';

/** The console: the sign-in page until there is a session. A session that ends leaves the current page open. */
export function Console(): ReactNode {
  const state = useSyncExternalStore(session.subscribe, session.state);
  return (
    <ToastProvider>
      <ConnectionBanner />
      {location.pathname === invitationPath ? (
        <AcceptInvitation />
      ) : state === 'unknown' ? (
        <SessionCheck />
      ) : state === 'signed-out' ? (
        <SignIn />
      ) : (
        <IdentityProvider>
          <RouterProvider base="/console">
            <Routes />
          </RouterProvider>
        </IdentityProvider>
      )}
      <UnsavedChangesDialog />
      {state === 'ended' && <SignInAgain email={session.email} />}
    </ToastProvider>
  );
}

/** Checks whether there is a session. */
function SessionCheck(): ReactNode {
  const [error, setError] = useState<unknown>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    const abort = new AbortController();
    const again = (): void => setRound((count) => count + 1);
    const open = async (): Promise<void> => {
      try {
        await service.admin.session({ signal: abort.signal });
        session.set('open');
      } catch (failure) {
        if (abort.signal.aborted) return;
        if (isSessionEnd(failure)) session.set('signed-out');
        else if (await waitForRecovery(failure, abort.signal).catch(() => false)) again();
        else setError(failure);
      }
    };
    setError(null);
    void open();
    return () => abort.abort();
  }, [round]);
  return (
    <div className="centered">
      <div className="panel">
        {error === null ? (
          <Skeleton height="14rem" />
        ) : (
          <ErrorNote error={error} retry={() => setRound((count) => count + 1)} />
        )}
      </div>
    </div>
  );
}
