import type { ReactNode } from 'react';
import { useIdentity, useMay } from '../app/identity.tsx';

/** What the user may do: shown only if the service allows the operation to the user's role. */
export function Allowed({ operation, children }: { operation: string; children: ReactNode }): ReactNode {
  return useMay()(operation) ? children : null;
}

/** Tells a user who may not call the operation why the page has no button for it. */
export function ReadOnlyNote({ operation, what }: { operation: string; what: string }): ReactNode {
  const { may, user } = useIdentity();
  if (may(operation)) return null;
  return (
    <span className="small soft" role="note">
      Your role is {user?.role ?? 'viewer'}: you cannot {what}. Ask an owner.
    </span>
  );
}
