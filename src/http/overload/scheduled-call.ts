import type { ProjectEngine } from '../../ports/engine.ts';
import { withPause } from '../../lib/work-slices.ts';
import { startSpan, inSpan } from '../../lib/tracing/span.ts';
import type { Client } from '../access/client.ts';
import type { Call, Handled, Operation } from '../operation.ts';
import { withProvenCall } from '../access/proven-visitor.ts';
import { withWarnings } from '../replies/reply.ts';
import type { RequestScheduler } from './request-scheduler.ts';

/** Name of the span of a request until it may compute. */
const waitSpanName = 'wait for turn';

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
    if (turn !== null) await inSpan(waitSpanName, () => turn);
  }
  const reply = scope === 'recommend' ? await runList(client(), handle, scheduler) : await handle();
  return typeof reply !== 'object' || one.reply === null ? reply : withWarnings(reply, call.warnings);
}

async function runList<T>(client: Client, handle: () => Promise<T>, scheduler: RequestScheduler): Promise<T> {
  const waiting = startSpan(waitSpanName);
  try {
    return await scheduler.runList(client, () => {
      waiting?.end();
      return handle();
    });
  } finally {
    waiting?.end();
  }
}
