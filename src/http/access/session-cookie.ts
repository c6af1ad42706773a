const name = 'vitrine_session';

/** The session token of a Cookie header, or null. */
export function readSessionToken(header: string | undefined): string | null {
  return readCookie(header, name);
}

/** The value of a cookie in a Cookie header, or null if it is absent or empty. */
export function readCookie(header: string | undefined, cookie: string): string | null {
  for (const pair of header?.split(';') ?? []) {
    const [key, value] = pair.split('=', 2);
    if (key?.trim() === cookie && value !== undefined && value.trim() !== '') return value.trim();
  }
  return null;
}

/** Set-Cookie of a token; an empty one ends the session. Not readable by scripts, not sent cross-site. */
export function formatSessionCookie(token: string, secondsMax: number, secure: boolean): string {
  return `${name}=${token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${secondsMax}${secure ? '; Secure' : ''}`;
}
