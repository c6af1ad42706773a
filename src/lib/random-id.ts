import { randomBytes } from 'node:crypto';

/** Makes identifiers; handed in, so that a test can make them predictable. */
export interface IdSource {
  /** 24 hex digits: seconds since 1970 and 64 random bits, so that ids made later sort later. */
  next(nowMs: number): string;
}

export const randomIds: IdSource = {
  next: (nowMs) =>
    Math.floor(nowMs / 1000)
      .toString(16)
      .padStart(8, '0') + randomBytes(8).toString('hex'),
};

/** A secret of `bits` random bits in base64url. */
export function randomSecret(bits: number): string {
  return randomBytes(Math.ceil(bits / 8)).toString('base64url');
}
