import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { TlsFiles } from '../lib/tls-files.ts';

/** The variables of the environment, with their values as texts. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** An invalid value in the environment. */
export class ConfigError extends Error {
  /** The variable, the expected format and the value. */
  readonly reason: string;

  /** `value` is null if it may be a secret. */
  constructor(name: string, value: string | null, expected: string) {
    const valueText = value === null ? '' : `; current value is ${JSON.stringify(value)}`;
    const reason = `${name} must be ${expected}${valueText}`;
    super(`Cannot start: ${reason}`);
    this.name = 'ConfigError';
    this.reason = reason;
  }
}

/** Parses a whole number; `others` names further allowed values in the message. @throws ConfigError */
export function parseWholeNumber(name: string, value: string, min: number, max: number, others = ''): number {
  const number = Number(value);
  if (!/^\d{1,8}$/.test(value) || number < min || number > max)
    throw new ConfigError(name, value, `${others}a whole number from ${min} to ${max}`);
  return number;
}

/** @throws ConfigError */
export function parseDecimal(name: string, value: string, min: number, max: number): number {
  const number = Number(value);
  if (!/^\d{1,8}(?:\.\d{1,4})?$/.test(value) || number < min || number > max)
    throw new ConfigError(name, value, `a number from ${min} to ${max}`);
  return number;
}

export const parseSwitch = (name: string, value: string): boolean =>
  choose(name, value, ['on', 'off'] as const) === 'on';

export function choose<T extends string>(name: string, value: string, allowed: readonly T[]): T {
  const choice = allowed.find((candidate) => candidate === value);
  if (choice === undefined) throw new ConfigError(name, value, `one of ${allowed.join(', ')}`);
  return choice;
}

/** Parses an http or https address without its trailing slashes; null if the value is empty. @throws ConfigError */
export function parseWebAddress(name: string, value: string): string | null {
  if (value === '') return null;
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol)) {
    throw new ConfigError(name, value, 'an http or https address');
  }
  // The lookbehind makes the match start at the first slash, so that its time is linear.
  return value.replace(/(?<!\/)\/+$/, '');
}

/** The text of a PEM file, validated by `parse`, or null if there is no file. */
export function readPemFile(name: string, file: string, parse: (text: string) => unknown): string | null {
  if (file === '') return null;
  try {
    const text = readFileSync(file, 'utf8');
    parse(text);
    return text;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(name, file, `a PEM file that can be read (${reason})`);
  }
}

export function splitList(value: string): string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Reads the standard AWS credentials. `condition` says when they are required. @throws ConfigError */
export function readAwsKeys(
  environment: Environment,
  condition: string,
): { accessKeyId: string; secretAccessKey: string; sessionToken?: string } {
  const {
    AWS_ACCESS_KEY_ID: id = '',
    AWS_SECRET_ACCESS_KEY: secret = '',
    AWS_SESSION_TOKEN: token,
  } = environment;
  for (const [name, value] of [
    ['AWS_ACCESS_KEY_ID', id],
    ['AWS_SECRET_ACCESS_KEY', secret],
  ] as const)
    if (value === '') throw new ConfigError(name, '', `set if ${condition}`);
  return {
    accessKeyId: id,
    secretAccessKey: secret,
    ...(token === undefined || token === '' ? {} : { sessionToken: token }),
  };
}

/** Reads the first line of a file, as of a secret. @throws ConfigError */
export function readFirstLine(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8').split('\n', 1)[0]!.trim();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(name, file, `a file that can be read (${reason})`);
  }
}

/** Reads the PEM files that variables with a prefix name: `..._CA`, and `..._CERT` with `..._KEY`. @throws ConfigError */
export function readTlsFiles<P extends string>(
  prefix: P,
  read: (name: `${P}_CA` | `${P}_CERT` | `${P}_KEY`) => string,
): TlsFiles {
  const [ca, certificate, key] = [`${prefix}_CA`, `${prefix}_CERT`, `${prefix}_KEY`] as const;
  if (read(certificate) === '' && read(key) !== '')
    throw new ConfigError(certificate, '', `set if ${key} is set`);
  if (read(key) === '' && read(certificate) !== '')
    throw new ConfigError(key, '', `set if ${certificate} is set`);
  return {
    ca: readPemFile(ca, read(ca), (text) => new X509Certificate(text)) ?? undefined,
    certificate:
      readPemFile(certificate, read(certificate), (text) => new X509Certificate(text)) ?? undefined,
    key: readPemFile(key, read(key), createPrivateKey) ?? undefined,
  };
}
