import { randomBytes, timingSafeEqual } from 'node:crypto';
import { VitrineError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import { PasswordHasher } from './password-hashing.ts';

/** Hashed where there is no password, so that the response time does not tell. */
const noSalt = Buffer.alloc(16);

/** Passwords as `scrypt$<salt>$<hash>`, both in base64url. */
export class Passwords {
  readonly #hasher = new PasswordHasher();

  /** @throws VitrineError invalid_request with the path `password`; overloaded */
  async hash(password: string, network: string): Promise<string> {
    const { passwordLengthMin: min, passwordLengthMax: max } = limits;
    if (password.length < min || password.length > max) {
      const detail = `password must have ${min} to ${max} characters`;
      throw new VitrineError('invalid_request', detail, {
        errors: [{ path: 'password', code: 'out_of_range', detail }],
      });
    }
    const salt = randomBytes(16);
    const derived = await this.#hasher.hash(password, salt, network);
    return `scrypt$${salt.toString('base64url')}$${derived.toString('base64url')}`;
  }

  /** Takes the same time with and without a hash. @throws VitrineError overloaded */
  async isRight(password: string, passwordHash: string | null, network: string): Promise<boolean> {
    if (password.length > limits.passwordLengthMax) return false;
    const [kind, salt, expected] = passwordHash?.split('$') ?? [];
    const isKnown = kind === 'scrypt' && salt !== undefined && expected !== undefined;
    const derived = await this.#hasher.hash(
      password,
      isKnown ? Buffer.from(salt, 'base64url') : noSalt,
      network,
    );
    return isKnown && timingSafeEqual(derived, Buffer.from(expected, 'base64url'));
  }
}
