import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { buildConsole } from '../support/built-console.ts';
import { launchChromium } from '../support/chromium.ts';
import { openConsole, viewLoaded } from '../support/console-page.ts';
import { Steps } from '../support/console-steps.ts';
import { LocalService } from '../support/local-service.ts';
import { MerchandiserShop } from '../support/merchandiser-shop.ts';
import { until, untilEqual } from '../support/until.ts';

/** A task of the people of a shop. */
interface Task {
  readonly name: string;
  /** Where the need arises: the path of the view in its project, or an absolute one. */
  readonly from: string;
  /** The most steps that it may take: a click, a drag, a paste, or a field filled in each. */
  readonly stepsMax: number;
  /** What must be true before it. */
  readonly prepare?: () => Promise<void>;
  /** Does it, and checks that it is done. */
  readonly run: (steps: Steps) => Promise<void>;
}

const isInProject = (path: string): boolean => !/^\/(?:console|docs)\b/.test(path);

let service: LocalService;
let shop: MerchandiserShop;
let browser: Browser;
let page: Page;
let context: BrowserContext;
const browserErrors: string[] = [];
const counted: { task: string; from: string; steps: number; stepsMax: number }[] = [];

const button = (name: string | RegExp): Locator => page.getByRole('button', { name, exact: true });
const link = (name: string | RegExp): Locator => page.getByRole('link', { name, exact: true });
const region = (name: string | RegExp): Locator => page.getByRole('region', { name, exact: true });
const dialog = (): Locator => page.getByRole('dialog');
const card = (name: string): Locator => page.locator('.product-card', { hasText: name });
const picture = (name: string): Locator => card(name).locator('.picture');

/** Clicks Save, until the service has stored it. */
async function save(steps: Steps): Promise<void> {
  const stored = page.waitForResponse(
    (response) =>
      ['PUT', 'PATCH', 'POST'].includes(response.request().method()) &&
      /^\/api\/projects\/(?!.*\/preview$)/.test(new URL(response.url()).pathname) &&
      response.ok(),
  );
  await steps.click(button('Save').last());
  await stored;
}

async function untilFirst(query: string, id: string): Promise<void> {
  await until(`${id} is not first for ${query}`, async () => (await shop.find(query))[0] === id);
}

/** Starts the download of a click, and returns the name of its file. */
async function download(steps: Steps, what: Locator): Promise<string> {
  const started = page.waitForEvent('download');
  await steps.click(what);
  return (await started).suggestedFilename();
}

/** Finds an item by its name and Enter, which is one field filled in. */
async function pickItem(steps: Steps, name: string): Promise<void> {
  await steps.fill(page.getByRole('combobox', { name: 'Item' }), name);
  await page.getByRole('listbox', { name: 'Item' }).getByRole('option', { name }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
}

const dailyTasks: readonly Task[] = [
  {
    name: 'pin a product for a query',
    from: '/search?q=chair',
    stepsMax: 2,
    run: async (steps) => {
      await steps.drag(picture('Ash chair'), picture('Oak chair'));
      await save(steps);
      await untilFirst('chair', 'ash');
    },
  },
  {
    name: 'hide a product',
    from: '/search?q=chair',
    stepsMax: 2,
    run: async (steps) => {
      await steps.click(button('Hide: Elm chair'));
      await save(steps);
      await until('Elm is found', async () => !(await shop.find('chair')).includes('elm'));
    },
  },
  {
    name: 'give a rule dates',
    from: '/rules',
    stepsMax: 2,
    run: async (steps) => {
      await steps.click(button('Dates and visitors of Rugs first'));
      await steps.fill(dialog().getByLabel('From'), '2095-01-01');
      await page.getByText('From Jan 1, 2095').waitFor();
    },
  },
  {
    name: 'give a rule a segment',
    from: '/rules',
    stepsMax: 2,
    run: async (steps) => {
      await steps.click(button('Dates and visitors of Rugs first'));
      await steps.select(dialog().getByLabel('Shown to'), 'New visitors');
      await page.getByText('When a new visitor searches for “rug”').first().waitFor();
    },
  },
  {
    name: 'preview another day',
    from: '/rules?rule=rugs',
    stepsMax: 1,
    run: async (steps) => {
      await steps.fill(region('Preview').getByLabel('Date'), '2095-02-01');
      await region('Preview').getByText('Pinned by rule “Rugs first”').waitFor();
    },
  },
  {
    name: 'preview as another visitor',
    from: '/rules?rule=rugs',
    stepsMax: 1,
    run: async (steps) => {
      await steps.select(region('Preview').getByLabel('Visitor', { exact: true }), 'A new visitor');
      await region('Preview').getByText('Pinned by rule “Rugs first”').waitFor();
    },
  },
  {
    name: 'add a synonym for a failed search',
    from: '/searches',
    stepsMax: 2,
    run: async (steps) => {
      await steps.click(button('Add synonym for “settee”'));
      await steps.fill(page.getByLabel('Searches for “settee” also find'), 'stool');
      await page.keyboard.press('Enter');
      await untilFirst('settee', 'stool');
    },
  },
  {
    name: 'send a failed search to a page',
    from: '/searches',
    stepsMax: 3,
    run: async (steps) => {
      await steps.click(link('Redirect for “sofa”'));
      await steps.fill(page.getByLabel('Page address'), '/sofas');
      await save(steps);
      const { redirect } = await shop.search('sofa');
      assert.deepEqual(redirect, { url: '/sofas' });
    },
  },
  {
    name: 'show a banner for a failed search',
    from: '/searches',
    stepsMax: 3,
    run: async (steps) => {
      await steps.click(link('Banner for “perfume”'));
      await steps.fill(page.getByLabel('Text', { exact: true }), 'Our scents come in May');
      await save(steps);
      const { userData } = await shop.search('perfume');
      assert.deepEqual(userData, [{ banner: { text: 'Our scents come in May' } }]);
    },
  },
  {
    name: 'arrange a category page',
    from: '/collections/chairs',
    stepsMax: 2,
    run: async (steps) => {
      await steps.drag(picture('Fir chair'), picture('Oak chair'));
      await save(steps);
      await until('Fir is not first', async () => (await shop.readCollection('chairs'))[0] === 'fir');
    },
  },
  {
    name: 'order the values of a facet',
    from: '/search?q=shirt',
    stepsMax: 2,
    run: async (steps) => {
      await steps.select(page.getByLabel('Order of size'), 'By size');
      await save(steps);
      assert.deepEqual(await shop.readSetting('facets'), [{ field: 'size', order: 'size' }]);
    },
  },
  {
    name: 'see what a rule earned',
    from: '/rules',
    stepsMax: 0,
    run: () =>
      page
        .getByText(/^Last 30 days: shown \d+ times?, click-through rate [\d.]+%, revenue €40\.00/)
        .first()
        .waitFor(),
  },
  {
    name: 'compare yesterday with the week before',
    from: '',
    stepsMax: 0,
    run: () =>
      region('Sales')
        .getByText(/^all of \w+day last week: €15\.00$/)
        .first()
        .waitFor(),
  },
  {
    name: 'see what sold through which list',
    from: '',
    stepsMax: 1,
    run: async (steps) => {
      await steps.click(region('Sales').getByRole('link', { name: 'Sold through lists' }));
      await page.getByRole('row', { name: /Popular/ }).waitFor();
    },
  },
  {
    name: 'try a change on recent traffic',
    from: '/drafts/winter',
    stepsMax: 1,
    run: async (steps) => {
      await steps.click(button('Try on recent traffic'));
      await region('Recent traffic')
        .getByText(/The draft changes .* searches and lists of shoppers/)
        .waitFor();
    },
  },
  {
    name: 'start an A/B test of a draft',
    from: '/drafts/winter',
    stepsMax: 4,
    run: async (steps) => {
      await steps.click(button('Start an experiment'));
      await steps.select(
        dialog().getByLabel('Compare by'),
        'Click-through rate: searches and lists with a click',
      );
      await steps.click(dialog().getByRole('button', { name: 'Start' }));
      await page.getByText('Not enough data').first().waitFor();
    },
  },
  {
    name: "take yesterday's change back",
    from: '/history',
    stepsMax: 2,
    prepare: () => shop.putWrongRule(),
    run: async (steps) => {
      await steps.click(button(/^Take back version/).first());
      await steps.click(dialog().getByRole('button', { name: 'Take back' }));
      await page.getByText('Taken back. Applies to the next request.').waitFor();
      assert.equal((await shop.find('stool'))[0], 'stool');
    },
  },
  {
    name: 'edit price and stock of twenty products',
    from: '/items?q=plate',
    stepsMax: 4,
    run: async (steps) => {
      await steps.click(link('Edit prices and stock'));
      await page.getByRole('textbox', { name: 'Price (EUR) of Dinner plate 10' }).waitFor();
      await steps.paste(
        page,
        Array.from({ length: 20 }, (_, no) => `${no + 10},95\t${no + 100}`).join('\r\n'),
      );
      await page.getByText('Pasted 40 values into 20 items.').waitFor();
      await steps.click(button('Save 20 items'));
      await page.getByText('No unsaved changes').waitFor();
    },
  },
  {
    name: 'find why a product is not found',
    from: '/search?q=chair',
    stepsMax: 2,
    run: async (steps) => {
      await steps.click(page.getByText('Missing a product?'));
      await pickItem(steps, 'Woollen rug');
      await page.getByText('Words', { exact: true }).waitFor();
    },
  },
  {
    name: 'pin a product that a search misses',
    from: '/search?q=doormat',
    stepsMax: 4,
    run: async (steps) => {
      await steps.click(page.getByText('Missing a product?'));
      await pickItem(steps, 'Woollen rug');
      await steps.click(link(/^Pin it/));
      await untilEqual(() => page.getByLabel('Position of rug').inputValue(), '1');
      await save(steps);
      await untilFirst('doormat', 'rug');
    },
  },
  {
    name: 'retry pictures that failed, by host and reason',
    from: '',
    stepsMax: 2,
    prepare: () => shop.untilPictureFailed(),
    run: async (steps) => {
      await steps.click(region('Needs attention').getByRole('link', { name: 'See pictures' }));
      await steps.click(button(/^Retry\b.*127/));
      await page.getByText(/^Retrying \d pictures?$/).waitFor();
    },
  },
  {
    name: 'give a colleague access',
    from: '/console/settings/team',
    stepsMax: 3,
    run: async (steps) => {
      await steps.click(button('Invite'));
      await steps.fill(dialog().getByLabel('Email address'), 'mia@shop.example');
      await steps.click(dialog().getByRole('button', { name: 'Create link' }));
      await dialog().locator('[data-secret]').waitFor();
    },
  },
  {
    name: 'export what is listed',
    from: '/items?q=chair',
    stepsMax: 1,
    run: async (steps) => assert.match(await download(steps, button('Export CSV')), /^shop-.*\.csv$/),
  },
];

const setupTasks: readonly Task[] = [
  {
    name: 'make a collection by a condition',
    from: '/collections',
    stepsMax: 7,
    run: async (steps) => {
      await steps.click(button('New collection'));
      await steps.fill(page.getByLabel('Name'), 'Nord');
      await steps.click(button('Continue'));
      await steps.click(button('Add a condition (Items matching)'));
      await steps.fill(page.getByRole('combobox', { name: 'Field' }), 'brand');
      await page.getByRole('option', { name: 'brand text' }).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.getByRole('combobox', { name: 'Value' }).click();
      await steps.click(page.getByRole('option', { name: 'Nord 4' }));
      await save(steps);
      assert.equal((await shop.readCollection('nord')).length, 4);
    },
  },
  {
    name: 'see what a synonym would find before it is saved',
    from: '/relevance',
    stepsMax: 3,
    run: async (steps) => {
      await steps.click(button('Add synonyms'));
      await steps.fill(page.getByLabel(/^Words, row/).last(), 'carpet, rug');
      await steps.click(button('Try “carpet”'));
      await page
        .getByRole('complementary', { name: 'Try it' })
        .getByRole('region', { name: 'With your changes' })
        .getByText('Woollen rug')
        .waitFor();
      assert.equal((await shop.search('carpet')).fallback, 'popular', 'nothing is saved');
    },
  },
  {
    name: 'let a field count as a name',
    from: '/relevance',
    stepsMax: 2,
    run: async (steps) => {
      await steps.select(page.getByLabel('Place of size'), 'Names');
      await save(steps);
      assert.partialDeepStrictEqual(await shop.readSetting('name'), { fields: ['name', 'size'] });
    },
  },
  {
    name: 'list sold-out products last',
    from: '/relevance',
    stepsMax: 2,
    run: async (steps) => {
      await steps.select(page.getByLabel('Sold-out items last'), 'After all other items');
      await save(steps);
      assert.equal(await shop.readSetting('soldOutLast'), 'always');
    },
  },
  {
    name: 'undo what was just saved',
    from: '/relevance',
    stepsMax: 1,
    run: async (steps) => {
      await page.getByLabel('Sold-out items last').selectOption({ label: 'Never' });
      await save(new Steps());
      await steps.click(button('Undo').last());
      await page.getByText('Taken back. Applies to the next search.').waitFor();
      assert.equal(await shop.readSetting('soldOutLast'), 'always');
    },
  },
  {
    name: 'let a search find a product that it misses',
    from: '/search?q=seat',
    stepsMax: 4,
    run: async (steps) => {
      await steps.click(page.getByText('Missing a product?'));
      await pickItem(steps, 'Bar stool');
      await steps.click(button('Add a synonym'));
      await steps.fill(page.getByLabel('Searches for “seat” also find'), 'stool');
      await page.keyboard.press('Enter');
      await untilFirst('seat', 'stool');
    },
  },
  {
    name: 'export the searches of a month',
    from: '/searches',
    stepsMax: 1,
    run: async (steps) => assert.match(await download(steps, button('Download CSV')), /\.csv$/),
  },
  {
    name: 'open a setting by a word',
    from: '',
    stepsMax: 2,
    run: async (steps) => {
      await steps.click(button('Go to (command palette)'));
      await steps.fill(dialog().getByRole('combobox'), 'sold out last');
      await page.keyboard.press('Enter');
      await page.getByLabel('Sold-out items last').waitFor();
    },
  },
  {
    name: 'copy the tag of the shop with a key',
    from: '/site',
    stepsMax: 3,
    run: async (steps) => {
      await steps.fill(page.getByLabel('Address of the shop'), 'shop.example');
      await steps.click(button('Create a key for the tag'));
      const tag = region('Tag');
      await tag.getByText(/data-key="vtr_[\w-]+"/).waitFor();
      await steps.click(button('Copy').first());
      assert.match(await page.evaluate<string>('navigator.clipboard.readText()'), /<script.*data-key="vtr_/s);
    },
  },
  {
    name: 'find the guide of a platform',
    from: '/docs',
    stepsMax: 2,
    run: async (steps) => {
      await steps.fill(
        page.getByRole('combobox', { name: 'Search the documentation' }),
        'google tag manager',
      );
      await page.keyboard.press('Enter');
      await steps.click(
        page
          .locator('main')
          .getByRole('link', { name: /Google Tag Manager/ })
          .first(),
      );
      await page.getByRole('heading', { level: 1, name: /Google Tag Manager/ }).waitFor();
    },
  },
];

// The tasks depend on each other, in order.
describe('the tasks of the people of a shop, counted in Chromium', { concurrency: false }, () => {
  before(async () => {
    buildConsole();
    service = await LocalService.start({ VITRINE_IMAGE_MODEL: 'vendored' });
    shop = await MerchandiserShop.open(service);
    browser = await launchChromium();
    ({ page } = await openConsole(browser, `${service.url}/console/p/shop`));
    await page.getByRole('heading', { level: 1 }).waitFor();
    context = page.context();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  });
  after(async () => {
    await browser?.close();
    await service?.[Symbol.asyncDispose]();
  });

  for (const task of [...dailyTasks, ...setupTasks]) {
    it(`${task.name}: at most ${task.stepsMax}`, async () => {
      await task.prepare?.();
      // A page of its own, as some tasks end with changes that are not saved.
      page = await context.newPage();
      page.on('pageerror', (error) => browserErrors.push(error.message));
      await page.goto(service.url + (isInProject(task.from) ? `/console/p/shop${task.from}` : task.from));
      if (task.from !== '/docs') await viewLoaded(page);
      const steps = new Steps();
      await task.run(steps);
      counted.push({ task: task.name, from: task.from, steps: steps.count, stepsMax: task.stepsMax });
      assert.ok(steps.count <= task.stepsMax, `${task.name}: ${steps.count} steps`);
      await page.close();
    });
  }

  it('counts them all', (t) => {
    for (const { task, steps, stepsMax } of counted) t.diagnostic(`${steps} of ${stepsMax}: ${task}`);
    assert.equal(counted.length, dailyTasks.length + setupTasks.length);
    assert.deepEqual(browserErrors, []);
  });
});
