import { createClient, type Item } from '@vitrine/sdk';
import '../styles/sample-page.css';

/** A page of a sample shop at `/console/preview/PROJECT?theme=…&currency=…&page=…&item=…`, on which the console shows the edited settings. */
const project = decodeURIComponent(location.pathname.split('/')[3] ?? '');
const parameters = new URLSearchParams(location.search);
const client = createClient({ url: location.origin, headers: { 'x-vitrine-console': '1' } });
const main = document.querySelector('main')!;
const gridItems = 8;
const currency = parameters.get('currency') ?? '';

// The script shows prices in the currency of the page.
document.documentElement.dataset['currency'] = currency;
document.body.dataset['theme'] = parameters.get('theme') ?? 'plain';
for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-page]'))
  link.href = formatAddress({ page: link.dataset['page']! });
const kind = parameters.get('page') ?? 'home';
// The script knows the kinds of pages by the classes of widespread themes, among other things.
document.body.classList.add(`template-${{ home: 'index', category: 'collection' }[kind] ?? kind}`);
await drawPage().catch(() => undefined);
addTag();

async function drawPage(): Promise<void> {
  const { items } = await client.search(project, { limit: gridItems });
  const found = items.find(({ id }) => id === parameters.get('item')) ?? items[0];
  if (kind === 'product' && found !== undefined) return drawProduct(found);
  const titles: Readonly<Record<string, string>> = { home: 'New in', category: 'Products', cart: 'Cart' };
  const heading = createElement('h1', titles[kind] ?? 'New in');
  if (kind === 'home') main.append(createElement('section', 'Made to last', 'hero'));
  main.append(heading);
  if (kind === 'cart' && found !== undefined) {
    main.append(createElement('p', found.name, 'cart-line'), createElement('button', 'To the checkout'));
    return;
  }
  const grid = createElement('div', '', 'grid');
  grid.append(...items.map(drawCard));
  main.append(grid);
}

function drawCard(item: Item): HTMLElement {
  const card = createElement('a', '', 'card') as HTMLAnchorElement;
  card.href = formatAddress({ page: 'product', item: item.id });
  card.append(drawPicture(item), createElement('span', item.name), createElement('b', formatPrice(item)));
  return card;
}

function drawProduct(item: Item): void {
  const text = createElement('div', '');
  text.append(
    createElement('h1', item.name),
    createElement('b', formatPrice(item)),
    createElement('p', item.description.slice(0, 400)),
    createElement('button', 'Add to cart'),
  );
  const product = createElement('div', '', 'product');
  product.append(drawPicture(item), text);
  main.append(product);
  const described = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: item.name,
    productID: item.id,
    sku: item.sku,
  };
  const data = document.createElement('script');
  data.type = 'application/ld+json';
  data.textContent = JSON.stringify(described);
  document.head.append(data);
}

function drawPicture({ imgs, name }: Item): HTMLElement {
  const [first] = [imgs].flat();
  const picture = document.createElement('img');
  picture.alt = name;
  picture.loading = 'lazy';
  if (first !== undefined) picture.src = typeof first === 'string' ? first : first.url;
  return picture;
}

function formatPrice({ price }: Item): string {
  if (price === null) return '';
  return currency === ''
    ? price.toFixed(2)
    : new Intl.NumberFormat('en', { style: 'currency', currency }).format(price);
}

/** The tag of a shop, without a key: requests are those of the console's user. */
function addTag(): void {
  const tag = document.createElement('script');
  tag.src = '/shop.js';
  tag.dataset['project'] = project;
  tag.async = true;
  document.head.append(tag);
}

function formatAddress(changes: Readonly<Record<string, string>>): string {
  const theme = parameters.get('theme') ?? 'plain';
  return `?${new URLSearchParams({ theme, currency, ...changes }).toString()}`;
}

function createElement(name: string, text: string, className = ''): HTMLElement {
  const element = document.createElement(name);
  element.textContent = text;
  element.className = className;
  return element;
}
