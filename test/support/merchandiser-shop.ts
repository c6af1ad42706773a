import assert from 'node:assert/strict';
import { item, type TestService } from './service.ts';
import { until } from './until.ts';

const dayMs = 86_400_000;
const path = '/api/projects/shop';

interface Search {
  readonly items: readonly { readonly id: string }[];
  readonly searchId: string;
  readonly fallback?: string;
  readonly redirect?: { readonly url: string };
  readonly userData?: readonly unknown[];
}

/** A shop with chairs, shirts and plates, shoppers of today and of last week, and what its people have set up. */
export class MerchandiserShop {
  readonly #service: TestService;
  readonly #key: string;

  private constructor(service: TestService, key: string) {
    this.#service = service;
    this.#key = key;
  }

  static async open(service: TestService): Promise<MerchandiserShop> {
    const key = await service.project('shop', [
      'search',
      'recommend',
      'items:read',
      'items:write',
      'events',
      'settings',
      'analytics',
    ]);
    const shop = new MerchandiserShop(service, key);
    await shop.#fill();
    return shop;
  }

  async #fill(): Promise<void> {
    const chairs = ['Oak', 'Elm', 'Ash', 'Fir'].map((wood, no) =>
      item(wood.toLowerCase(), {
        name: `${wood} chair`,
        price: 40,
        popularity: 9 - no,
        category: 'Chairs',
        brand: 'Nord',
      }),
    );
    const shirts = ['XL', 'XL', 'XL', 'M', 'M', 'S', 'S', 'XS'].map((size, no) =>
      item(`shirt-${no}`, { name: `Linen shirt ${no}`, category: 'Shirts', size }),
    );
    const plates = Array.from({ length: 24 }, (_, no) =>
      item(`plate-${no + 10}`, { name: `Dinner plate ${no + 10}`, category: 'Plates', price: 5, stock: 3 }),
    );
    const others = [
      item('stool', { name: 'Bar stool', category: 'Stools', imgs: ['http://127.0.0.1:9/stool.jpg'] }),
      item('rug', { name: 'Woollen rug', category: 'Rugs', description: 'For the living room' }),
      item('runner', { name: 'Rug for stairs', category: 'Rugs' }),
    ];
    await this.#send('POST', '/api/items', {
      project: 'shop',
      data: [...chairs, ...shirts, ...plates, ...others],
    });
    await this.#send('PUT', `${path}/rules`, {
      rules: [
        { id: 'oak', name: 'Oak for chairs', when: { query: 'chair' }, boost: [{ filter: 'id:oak' }] },
        { id: 'rugs', name: 'Rugs first', when: { query: 'rug' }, pin: [{ id: 'runner', position: 1 }] },
      ],
    });
    await this.#send('PUT', `${path}/placements/home`, { placement: { id: 'home', list: 'popular' } });
    const collection = { id: 'chairs', name: 'Chairs', filter: 'category:Chairs' };
    await this.#send('PUT', `${path}/collections/chairs`, { collection });
    const draft = {
      id: 'winter',
      name: 'Winter sale',
      rules: { put: [{ id: 'winter', when: { query: 'chair' }, pin: [{ id: 'fir', position: 1 }] }] },
    };
    await this.#send('PUT', `${path}/drafts/winter`, { draft });
    for (let no = 0; no < 4; no++) {
      const session = `buyer-${no}`;
      const { searchId } = await this.#send<Search>('GET', `/search/shop?q=chair&session=${session}`);
      const data = [
        { type: 'click', session, item: 'oak', searchId },
        ...(no === 0 ? [{ type: 'purchase', session, items: [{ id: 'oak', price: 40 }] }] : []),
      ];
      await this.#send('POST', '/api/events', { project: 'shop', data });
    }
    const { recommendationId } = await this.#send<{ recommendationId: string }>(
      'POST',
      '/reco/placements/home',
      {
        index: 'shop',
        session: 'home',
      },
    );
    const buy = (daysAgo: number, price: number): object => ({
      type: 'purchase',
      session: `past-${daysAgo}`,
      items: [{ id: 'elm', price }],
      at: new Date(Date.now() - daysAgo * dayMs).toISOString(),
    });
    const data = [
      { type: 'click', session: 'home', item: 'elm', recommendationId },
      { type: 'purchase', session: 'home', items: [{ id: 'elm', price: 7 }] },
      buy(1, 60),
      buy(8, 15),
      buy(7, 15),
    ];
    await this.#send('POST', '/api/events', { project: 'shop', data });
    for (const query of ['sofa', 'settee', 'perfume'])
      for (let no = 0; no < 3; no++)
        await this.#send('GET', `/search/shop?q=${query}&session=lost-${query}-${no}`);
  }

  async search(query: string): Promise<Search> {
    return await this.#send<Search>('GET', `/search/shop?q=${query}`);
  }

  /** The ids that a search finds, in order. */
  async find(query: string): Promise<readonly string[]> {
    return (await this.search(query)).items.map(({ id }) => id);
  }

  /** The ids of a collection's page, in order. */
  async readCollection(collection: string): Promise<readonly string[]> {
    return (await this.#send<Search>('POST', '/search/shop', { collection })).items.map(({ id }) => id);
  }

  async readSetting(name: string): Promise<unknown> {
    const { settings } = await this.#send<{ settings: { search: Record<string, unknown> } }>(
      'GET',
      `${path}/settings`,
    );
    return settings.search[name];
  }

  /** A rule that hides what its query is for. */
  async putWrongRule(): Promise<void> {
    const { rules } = await this.#send<{ rules: readonly unknown[] }>('GET', `${path}/rules`);
    await this.#send('PUT', `${path}/rules`, {
      rules: [...rules, { id: 'wrong', when: { query: 'stool' }, hide: ['stool'] }],
    });
  }

  async untilPictureFailed(): Promise<void> {
    const headers = await this.#service.signIn();
    await until('no picture has failed', async () => {
      const { body } = await this.#service.ask<{ groups: readonly unknown[] }>(
        'GET',
        '/admin/projects/shop/pictures/failures',
        { headers },
      );
      return body.groups.length > 0;
    });
  }

  async #send<T>(method: string, to: string, body?: object): Promise<T> {
    const answer = await this.#service.ask<T>(method, to, {
      key: this.#key,
      ...(body === undefined ? {} : { body }),
    });
    assert.ok(answer.status < 300, `${method} ${to}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }
}
