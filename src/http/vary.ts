import type { FastifyReply } from 'fastify';

/** Adds a request header to `vary`. */
export function addVary(reply: FastifyReply, field: string): void {
  const present = reply.getHeader('vary');
  if (present === undefined) reply.header('vary', field);
  else if (
    !String(present)
      .toLowerCase()
      .split(',')
      .map((one) => one.trim())
      .includes(field)
  )
    reply.header('vary', `${String(present)}, ${field}`);
}
