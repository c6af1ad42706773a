import assert from 'node:assert/strict';
import { item, type TestService } from './service.ts';

/** Headers of an agent's requests by UCP. */
export const agentHeaders = { 'ucp-agent': 'profile="https://agent.example/ucp.json"' };

/** A shirt in colours and sizes, chairs, and an item that is not sold: with private fields and no key for agents yet. */
export const agentItems = [
  shirt('blue', 'M', 4, 19.99),
  shirt('blue', 'XXL', 2, 21.5),
  shirt('red', 'M', 0, 19.99),
  item('chair', {
    name: 'Oak chair',
    category: 'Furniture > Chairs',
    brand: 'Acme',
    material: 'oak',
    price: 49.9,
    regularPrice: 60,
    description: '<p>Solid <b>oak</b>.</p>',
    url: 'https://shop.example/chair',
    imgs: [{ url: 'https://shop.example/chair.jpg', alt: 'A chair' }],
    rating: 4.5,
    reviewCount: 12,
    cost: 17,
    translations: { de: { name: 'Eichenstuhl' } },
  }),
  item('stool', { name: 'Oak stool', category: 'Furniture > Chairs', price: 20, stock: 3, cost: 7 }),
  item('gone', { name: 'Oak bench', active: false }),
];

function shirt(color: string, size: string, stock: number, price: number): Record<string, unknown> {
  const id = `tee-${color}-${size.toLowerCase()}`;
  return item(id, {
    groupId: 'tee',
    name: 'Cotton shirt',
    category: 'Clothes',
    color,
    size,
    stock,
    price,
    cost: 5,
  });
}

/** Creates a project with these items and the settings of its agents; the key has all scopes of a server key. */
export async function openAgentShop(
  service: TestService,
  id: string,
  agents: Readonly<Record<string, unknown>>,
): Promise<string> {
  const key = await service.project(id, [
    'search',
    'recommend',
    'items:read',
    'items:write',
    'events',
    'settings',
    'private',
  ]);
  const settings = {
    agents: { productUrl: 'https://shop.example/p/{id}', ...agents },
    items: { privateFields: ['cost'] },
  };
  const changed = await service.ask('PUT', `/api/projects/${id}/settings`, { key, body: settings });
  assert.equal(changed.status, 200, JSON.stringify(changed.body));
  const added = await service.ask('POST', '/api/items', { key, body: { project: id, data: agentItems } });
  assert.equal(added.status, 201);
  return key;
}
