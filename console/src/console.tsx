import { useEffect, useState, type ReactNode } from 'react';
import { SignIn } from './views/sign-in.tsx';
import { Skeleton } from './parts/states.tsx';
import { RouterProvider } from './app/router.tsx';
import { Routes } from './routes.tsx';
import { service, whenSignedOut } from './app/service.ts';
import { ToastProvider } from './app/toasts.tsx';

/** The console: behind its door until somebody signed in, at whatever address it was opened. */
export function Console(): ReactNode {
  const [door, setDoor] = useState<'asking' | 'closed' | 'open'>('asking');
  useEffect(() => {
    whenSignedOut(() => setDoor('closed'));
    service.admin.session().then(
      () => setDoor('open'),
      () => setDoor('closed'),
    );
  }, []);
  if (door === 'asking') {
    return (
      <div className="alone">
        <div className="pane">
          <Skeleton height="14rem" />
        </div>
      </div>
    );
  }
  if (door === 'closed') return <SignIn onSignedIn={() => setDoor('open')} />;
  return (
    <ToastProvider>
      <RouterProvider base="/console">
        <Routes />
      </RouterProvider>
    </ToastProvider>
  );
}
