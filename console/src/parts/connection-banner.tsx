import { useEffect, useRef, useSyncExternalStore, type ReactNode } from 'react';
import { connection } from '../app/connection.ts';
import { session } from '../app/session.ts';
import { useToast } from '../app/toasts.tsx';

/** Says over every page that the service does not answer, or that the session has ended, until that is over. */
export function ConnectionBanner(): ReactNode {
  const isDown = useSyncExternalStore(connection.subscribe, connection.isDown);
  const state = useSyncExternalStore(session.subscribe, session.state);
  const tell = useToast();
  const wasDown = useRef(false);
  useEffect(() => {
    if (wasDown.current && !isDown) tell('Vitrine is responding again');
    wasDown.current = isDown;
  }, [isDown, tell]);
  return (
    <div role="status" aria-live="polite" className="banner-place">
      {isDown ? (
        <div className="banner bad">
          <span>
            <strong>Vitrine is not responding.</strong>{' '}
            <span className="hide-narrow">What you see may be old. </span>
            Retrying …
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
              <span className="hide-narrow">Your changes are still here.</span>
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
