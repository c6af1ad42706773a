const name = 'vitrine_session';

/** The console's token from a Cookie header, or null. */
export function sessionToken(header: string | undefined): string | null {
  for (const pair of header?.split(';') ?? []) {
    const [key, value] = pair.split('=', 2);
    if (key?.trim() === name && value !== undefined && value.trim() !== '') return value.trim();
  }
  return null;
}

/** Set-Cookie for a token; an empty one ends the session. Not readable by scripts, not sent from other sites. */
export function sessionCookie(token: string, secondsMax: number, secure: boolean): string {
  return `${name}=${token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${secondsMax}${secure ? '; Secure' : ''}`;
}
