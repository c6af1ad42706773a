import type { TestService } from './service.ts';

/** The items that a visitor of the project `shop` viewed, the last one first. */
export async function readRecentlyViewed(
  { service, key }: { readonly service: TestService; readonly key: string },
  visitor: { readonly session: string } | { readonly user: string },
): Promise<string[]> {
  const body = { index: 'shop', ...visitor };
  const { body: reply } = await service.ask<{ items: { id: string }[] }>('POST', '/reco/recently-viewed', {
    key,
    body,
  });
  return reply.items.map(({ id }) => id);
}
