import { createHmac } from 'node:crypto';

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A JSON Web Token as libraries create it: HS256 with the text of the key as secret. */
export function signedKey(
  key: { readonly id: string; readonly key: string },
  claims: Readonly<Record<string, unknown>>,
  header: Readonly<Record<string, unknown>> = {},
): string {
  const signed = `${part({ alg: 'HS256', typ: 'JWT', kid: key.id, ...header })}.${part(claims)}`;
  return `${signed}.${createHmac('sha256', key.key).update(signed).digest('base64url')}`;
}

/** Seconds since 1970, at an offset from now. */
export const inSeconds = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds;
