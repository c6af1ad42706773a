import { withPause } from '../lib/work-slices.ts';
import type { Client } from './client.ts';
import type { Call, Operation } from './operation.ts';
import { withWarnings, type Reply } from './reply.ts';
import type { RequestScheduler } from './request-scheduler.ts';

/** Handles a call when the scheduler gives its client a turn. @throws VitrineError overloaded, or what the handler throws */
export async function handleScheduled(
  one: Operation,
  call: Call<unknown, unknown>,
  client: () => Client,
  scheduler: RequestScheduler,
): Promise<Reply | undefined> {
  const handle = (): Promise<Reply | undefined> =>
    withPause(call.pause, async () => one.handle(call as Call<never, never>));
  if (isSearch(one)) await scheduler.acquire(client());
  const answered = isList(one) ? await scheduler.runList(client(), handle) : await handle();
  return answered === undefined || one.reply === null ? answered : withWarnings(answered, call.warnings);
}

/** Searches and lists compute for milliseconds on the thread of the event loop. */
function isSearch({ access }: Operation): boolean {
  return access.kind === 'key' && access.scope === 'search';
}

function isList({ access }: Operation): boolean {
  return access.kind === 'key' && access.scope === 'recommend';
}
