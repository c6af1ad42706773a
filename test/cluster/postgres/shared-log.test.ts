import { PostgresLogs } from '../../../src/cluster/postgres/shared-logs.ts';
import { SchemaDump } from '../../support/postgres/dump.ts';
import { RunningPostgres } from '../../support/postgres/server.ts';
import { newSchema, sharedServer } from '../../support/postgres/shared-server.ts';
import { testSharedLog } from '../shared-log.ts';

const server = await sharedServer();

testSharedLog({
  name: 'PostgreSQL',
  skip: server instanceof RunningPostgres ? false : server.missing,
  start: async () => {
    if (!(server instanceof RunningPostgres)) throw new Error(server.missing);
    const schema = newSchema();
    const stack = new AsyncDisposableStack();
    return {
      connect: () => PostgresLogs.connect(server.options(schema)),
      backUp: async () => stack.use(await SchemaDump.write(server, schema)),
      [Symbol.asyncDispose]: () => stack.disposeAsync(),
    };
  },
});
