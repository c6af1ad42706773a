import { storedValue } from './stored.ts';

const session = storedValue('session', (stored) => (typeof stored === 'string' ? stored : ''));

/** A random id of the visitor, without a cookie. */
export function sessionId(): string {
  if (session.get() === '') {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    session.set(Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(''));
  }
  return session.get();
}
