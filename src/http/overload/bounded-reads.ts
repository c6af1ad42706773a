import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BoundedRead } from '../../ports/engine.ts';
import type { AppliedPosition } from '../../ports/cluster/shared-log.ts';
import type { Operation } from '../operation.ts';
import { createParameterError } from '../requests/invalid-parameter.ts';

const name = 'x-vitrine-after';
/** One for projects and keys, and one for each project that a client wrote to. */
const tokensMax = 16;
const token = /^([\w-]{1,64})\.(\d{1,15})$/;
const none: ReadonlyMap<string, number> = new Map();

/** The header of reads with the tokens of earlier writes. */
export const afterHeader = {
  component: 'After',
  name,
  in: 'header',
  description:
    'For clusters with `VITRINE_CLUSTER_STALENESS_MS`: values of this header in replies to your writes, separated by commas. The results then include these writes.',
  schema: { type: 'string' },
};

/** Whether an operation only reads, and may do so with bounded staleness: searches and lists. */
export function isBoundedRead({ access }: Pick<Operation, 'access'>): boolean {
  return access.kind === 'key' && (access.scope === 'search' || access.scope === 'recommend');
}

/**
 * Reads with bounded staleness for services of several processes, and the tokens for read-your-writes
 * (Terry et al., "Session guarantees for weakly consistent replicated data", 1994).
 */
export class BoundedReads {
  readonly #stalenessMs: number | null;

  /** `stalenessMs` is null if every read is of the latest state. */
  constructor(stalenessMs: number | null) {
    this.#stalenessMs = stalenessMs;
  }

  /** Reads the bound of a request, or null if it needs the latest state. @throws VitrineError invalid_request */
  readBound(operation: Operation, request: FastifyRequest): BoundedRead | null {
    if (this.#stalenessMs === null || !isBoundedRead(operation)) return null;
    const header = request.headers[name];
    return {
      stalenessMs: this.#stalenessMs,
      after: header === undefined ? none : parsePositions(String(header)),
    };
  }

  /**
   * Adds the token of a write to its reply, as other processes may allow stale reads. `position` is the log position of the state that
   * the reply describes, or null without other processes.
   */
  addToken({ method, access }: Operation, reply: FastifyReply, position: AppliedPosition | null): void {
    if (position === null || method === 'GET' || isBoundedRead({ access })) return;
    reply.header(name, `${position.logId}.${position.next}`);
  }
}

function parsePositions(header: string): Map<string, number> {
  const tokens = header.split(',', tokensMax + 1).map((one) => token.exec(one.trim()));
  if (tokens.length > tokensMax) throw createParameterError(name, 'too_many', `at most ${tokensMax} tokens`);
  const positions = new Map<string, number>();
  for (const found of tokens) {
    if (found === null) throw createParameterError(name, 'format', 'that header of the reply to a write');
    const [, log = '', position] = found;
    positions.set(log, Math.max(Number(position), positions.get(log) ?? 0));
  }
  return positions;
}
