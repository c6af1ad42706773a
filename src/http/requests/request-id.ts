import type { IncomingMessage } from 'node:http';

const saneRequestId = /^[\w.:+/=-]{1,128}$/;

/** Returns the id that the client sent, if it is valid, or a new one. */
export function chooseRequestId({ headers }: Pick<IncomingMessage, 'headers'>, newId: () => string): string {
  const clientId = headers['x-request-id'];
  return typeof clientId === 'string' && saneRequestId.test(clientId) ? clientId : newId();
}
