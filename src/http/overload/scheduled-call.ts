import type { ProjectEngine } from '../../ports/engine.ts';
import { withPause } from '../../lib/work-slices.ts';
import { startSpan, inSpan } from '../../lib/tracing/span.ts';
import type { Client } from '../access/client.ts';
import type { Call, Handled, Operation } from '../operation.ts';
import { withProvenCall } from '../access/proven-visitor.ts';
import { withWarnings } from '../replies/reply.ts';
import type { RequestScheduler } from './request-scheduler.ts';

/** The span of a request until it may compute. */
const waitName = 'wait for turn';

/** Handles a call when the scheduler gives its client a turn. @throws VitrineError overloaded, or what the handler throws */
export async function handleScheduled(
  one: Operation,
  call: Call,
  client: () => Client,
  scheduler: RequestScheduler,
): Promise<Handled> {
  const handle = (): Promise<Handled> =>
    withPause(call.pause, async () =>
      one.handle(withProvenCall(one, call) as Call<ProjectEngine, never, never>),
    );
  // Searches and lists compute for milliseconds on the thread of the event loop.
  const scope = one.access.kind === 'key' ? one.access.scope : null;
  if (scope === 'search') {
    const turn = scheduler.acquire(client());
    if (turn !== null) await inSpan(waitName, () => turn);
  }
  const answered = scope === 'recommend' ? await runList(client(), handle, scheduler) : await handle();
  return typeof answered !== 'object' || one.reply === null
    ? answered
    : withWarnings(answered, call.warnings);
}

async function runList<T>(client: Client, handle: () => Promise<T>, scheduler: RequestScheduler): Promise<T> {
  const waiting = startSpan(waitName);
  try {
    return await scheduler.runList(client, () => {
      waiting?.end();
      return handle();
    });
  } finally {
    waiting?.end();
  }
}
