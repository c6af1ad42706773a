import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { RouterProvider } from './app/router.tsx';
import { isSessionEnd, recovered, service } from './app/service.ts';
import { session } from './app/session.ts';
import { ToastProvider } from './app/toasts.tsx';
import { ConnectionBanner } from './parts/connection-banner.tsx';
import { UnsavedChangesDialog } from './parts/unsaved-changes-dialog.tsx';
import { ErrorNote, Skeleton } from './parts/states.tsx';
import { Routes } from './routes.tsx';
import { SignIn, SignInAgain } from './views/sign-in.tsx';

/** The console: the sign-in until there is a session, at whatever address it was opened. A session that ends leaves the page as it is. */
export function Console(): ReactNode {
  const state = useSyncExternalStore(session.subscribe, session.state);
  return (
    <ToastProvider>
      <ConnectionBanner />
      {state === 'unknown' ? (
        <Opening />
      ) : state === 'signed-out' ? (
        <SignIn />
      ) : (
        <RouterProvider base="/console">
          <Routes />
        </RouterProvider>
      )}
      <UnsavedChangesDialog />
      {state === 'ended' && <SignInAgain />}
    </ToastProvider>
  );
}

/** Asks whether somebody is signed in. */
function Opening(): ReactNode {
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
        else if (await recovered(failure, abort.signal).catch(() => false)) again();
        else setError(failure);
      }
    };
    setError(null);
    void open();
    return () => abort.abort();
  }, [round]);
  return (
    <div className="alone">
      <div className="pane">
        {error === null ? (
          <Skeleton height="14rem" />
        ) : (
          <ErrorNote error={error} retry={() => setRound((count) => count + 1)} />
        )}
      </div>
    </div>
  );
}
