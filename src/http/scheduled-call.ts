import type { ProjectEngine } from '../ports/engine.ts';
import { withPause } from '../lib/work-slices.ts';
import { startSpan, inSpan } from '../lib/tracing/span.ts';
import type { Client } from './client.ts';
import type { Call, Operation } from './operation.ts';
import { withProvenCall } from './proven-visitor.ts';
import { withWarnings, type Reply } from './reply.ts';
import type { RequestScheduler } from './request-scheduler.ts';

/** The span of a request until it may compute. */
const waitName = 'wait for turn';

/** Handles a call when the scheduler gives its client a turn. @throws VitrineError overloaded, or what the handler throws */
export async function handleScheduled(
  one: Operation,
  call: Call,
  client: () => Client,
  scheduler: RequestScheduler,
): Promise<Reply | undefined> {
  const handle = (): Promise<Reply | undefined> =>
    withPause(call.pause, async () =>
      one.handle(withProvenCall(one, call) as Call<ProjectEngine, never, never>),
    );
  if (isSearch(one)) {
    const turn = scheduler.acquire(client());
    if (turn !== null) await inSpan(waitName, () => turn);
  }
  const answered = isList(one) ? await runList(client(), handle, scheduler) : await handle();
  return answered === undefined || one.reply === null ? answered : withWarnings(answered, call.warnings);
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

/** Searches and lists compute for milliseconds on the thread of the event loop. */
function isSearch({ access }: Operation): boolean {
  return access.kind === 'key' && access.scope === 'search';
}

function isList({ access }: Operation): boolean {
  return access.kind === 'key' && access.scope === 'recommend';
}
