import { actorKinds } from '../ports/audit.ts';
import { component, listSchema, objectSchema, orNull } from '../domain/contract/schema.ts';
import { count, oneOf, reply, string, timestamp } from './schemas.ts';

const auditLine = component(
  'AuditLine',
  objectSchema(
    {
      number: count('Ascending over all processes, with gaps.'),
      at: timestamp(),
      actor: objectSchema({
        kind: oneOf(actorKinds, '`command`: on the server. `unknown`: a sign-in with an unknown address.'),
        id: orNull(string('Of the user or the key.')),
        name: string('Of the user, as it was then; of a key, with its first characters.'),
      }),
      operation: string('Id of the operation.'),
      project: orNull(string('Null: the service.')),
      target: orNull(string('What was changed, such as the id of an item or the name of a key.')),
      address: string('IP address.'),
      outcome: string('`done`, or the code of the error.'),
    },
    { description: 'An operation of administration.' },
  ),
);
export const auditReply = reply('AuditLogReply', {
  lines: listSchema(auditLine, { description: 'Newest first.' }),
  next: orNull(string('The `cursor` of the next page; null: there are no more.')),
  operations: listSchema(string(), { description: 'Ids of the operations that the log may have.' }),
});
