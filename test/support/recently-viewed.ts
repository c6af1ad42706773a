import type { TestService } from './service.ts';

/** The items that a session of the project `shop` viewed, the last one first. */
export async function readRecentlyViewed(
  { service, key }: { readonly service: TestService; readonly key: string },
  session: string,
): Promise<string[]> {
  const body = { index: 'shop', session };
  const { body: reply } = await service.ask<{ items: { id: string }[] }>('POST', '/reco/recently-viewed', {
    key,
    body,
  });
  return reply.items.map(({ id }) => id);
}
