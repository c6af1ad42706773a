import { parsePostgresUrl, type PostgresAddress } from '../lib/postgres-url.ts';
import type { TlsFiles } from '../lib/tls-files.ts';
import {
  choose,
  ConfigError,
  parseSwitch,
  readFirstLine,
  readTlsFiles,
  parseWholeNumber,
  type Environment,
} from './values.ts';

export const postgresVariables = {
  VITRINE_POSTGRES_URL: '',
  VITRINE_POSTGRES_URL_FILE: '',
  VITRINE_POSTGRES_SCHEMA: 'vitrine',
  VITRINE_POSTGRES_CA: '',
  VITRINE_POSTGRES_CERT: '',
  VITRINE_POSTGRES_KEY: '',
  VITRINE_POSTGRES_CONNECTIONS: '8',
  VITRINE_POSTGRES_FSYNC_OFF: 'refuse',
  VITRINE_POSTGRES_NOTIFY: 'on',
} as const;

/** A PostgreSQL database. */
export interface PostgresConfig {
  readonly kind: 'postgres';
  /** Reads the URL, again for each connection if it is in a file. @throws ConfigError */
  readonly address: () => PostgresAddress;
  readonly tls: TlsFiles;
  readonly schema: string;
  /** Connections of a process. */
  readonly poolMax: number;
  readonly allowsFsyncOff: boolean;
  /** Whether processes tell each other of new entries, in place of frequent polls. */
  readonly notifies: boolean;
}

/** @throws ConfigError, without the password of a URL */
export function readPostgres(environment: Environment): PostgresConfig {
  const read = (name: keyof typeof postgresVariables): string =>
    environment[name]?.trim() || postgresVariables[name];
  const [url, file] = [read('VITRINE_POSTGRES_URL'), read('VITRINE_POSTGRES_URL_FILE')];
  if (url !== '' && file !== '')
    throw new ConfigError('VITRINE_POSTGRES_URL', null, 'empty if VITRINE_POSTGRES_URL_FILE is set');
  const readAddress = (): PostgresAddress =>
    file === ''
      ? parse('VITRINE_POSTGRES_URL', url)
      : parse('VITRINE_POSTGRES_URL_FILE', readFirstLine('VITRINE_POSTGRES_URL_FILE', file));
  readAddress();
  const schema = read('VITRINE_POSTGRES_SCHEMA');
  if (!/^[a-z_][a-z0-9_]{0,39}$/.test(schema))
    throw new ConfigError('VITRINE_POSTGRES_SCHEMA', schema, '1 to 40 lowercase letters, digits and "_"');
  return {
    kind: 'postgres',
    address: readAddress,
    tls: readTlsFiles('VITRINE_POSTGRES', read),
    schema,
    poolMax: parseWholeNumber('VITRINE_POSTGRES_CONNECTIONS', read('VITRINE_POSTGRES_CONNECTIONS'), 2, 100),
    allowsFsyncOff:
      choose('VITRINE_POSTGRES_FSYNC_OFF', read('VITRINE_POSTGRES_FSYNC_OFF'), [
        'refuse',
        'allow',
      ] as const) === 'allow',
    notifies: parseSwitch('VITRINE_POSTGRES_NOTIFY', read('VITRINE_POSTGRES_NOTIFY')),
  };
}

function parse(name: string, url: string): PostgresAddress {
  const address = parsePostgresUrl(url);
  if (typeof address === 'string') throw new ConfigError(name, null, address);
  return address;
}
