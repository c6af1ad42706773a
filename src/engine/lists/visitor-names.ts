import type { Visitor } from '../../ports/events.ts';

/** A visitor in the kernel's form. */
export function visitorNames({ user, session }: Visitor): { user?: string; session?: string } {
  return { ...(user === null ? {} : { user }), ...(session === null ? {} : { session }) };
}
