import type { IncomingMessage } from 'node:http';

const saneRequestId = /^[\w.:+/=-]{1,128}$/;

/** The request id that the client sent, or a new one. */
export function chooseRequestId({ headers }: Pick<IncomingMessage, 'headers'>, newId: () => string): string {
  const sent = headers['x-request-id'];
  return typeof sent === 'string' && saneRequestId.test(sent) ? sent : newId();
}
