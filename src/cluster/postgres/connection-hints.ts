import type { ConnectionFailure } from '../common/connection-error.ts';

/** What to check, by connection failure. Without the client of PostgreSQL, so that a service alone can import it. */
export const postgresHints: Readonly<Record<ConnectionFailure, string>> = {
  unreachable: 'VITRINE_POSTGRES_URL must name hosts that run PostgreSQL and can be reached from here',
  untrusted: 'VITRINE_POSTGRES_CA must name a file with the certificate that signed that of the server',
  misnamed: 'VITRINE_POSTGRES_URL must name hosts as their certificates do',
  uncertified:
    'VITRINE_POSTGRES_CERT and VITRINE_POSTGRES_KEY must name a certificate that the server accepts',
  unauthorized: 'VITRINE_POSTGRES_URL must have the user and the password of a role that may log in',
  forbidden:
    'the database must exist, and the role needs CREATE in it, or the tables that `vitrine cluster prepare` made with another role',
  'read-only': 'VITRINE_POSTGRES_URL must name the primary: a standby accepts no writes',
  unsafe:
    'a server with fsync=off loses acknowledged writes with its power; VITRINE_POSTGRES_FSYNC_OFF=allow accepts that',
  outdated:
    'another server was promoted: stop this one. If the database was restored to an earlier state, restart all processes',
  divided: 'stop one of the servers that accept writes, or name only one of them in VITRINE_POSTGRES_URL',
  unconfirmed: 'a standby of synchronous_standby_names must run, or that setting must change',
};
