import { useEffect, useRef, useSyncExternalStore, type ReactNode } from 'react';
import { connection } from '../app/connection.ts';
import { session } from '../app/session.ts';
import { useToast } from '../app/toasts.tsx';

/** A banner above every page while the service does not respond or the user is signed out. */
export function ConnectionBanner(): ReactNode {
  const isDown = useSyncExternalStore(connection.subscribe, connection.isDown);
  const state = useSyncExternalStore(session.subscribe, session.state);
  const notify = useToast();
  const wasDown = useRef(false);
  useEffect(() => {
    if (wasDown.current && !isDown) notify('Vitrine is responding again');
    wasDown.current = isDown;
  }, [isDown, notify]);
  return (
    <div role="status" aria-live="polite" className="banner-area">
      {isDown ? (
        <div className="banner bad">
          <span>
            <strong>Vitrine is not responding.</strong>{' '}
            <span className="hide-narrow">This page may be out of date. </span>
            Reconnecting …
          </span>
          <button type="button" className="button small" onClick={() => void connection.check()}>
            Try now
          </button>
        </div>
      ) : (
        state === 'paused' && (
          <div className="banner warn">
            <span>
              <strong>You are signed out.</strong>{' '}
              <span className="hide-narrow">Your unsaved changes are still here.</span>
            </span>
            <button type="button" className="button small" onClick={() => session.set('ended')}>
              Sign in
            </button>
          </div>
        )
      )}
    </div>
  );
}
