import type { ShopEvent } from './shop-event.ts';

interface CartForm {
  readonly platform: string;
  /** The address that the form is sent to. */
  readonly action: RegExp;
  /** Fields that name the product; the first with a value counts. */
  readonly names: readonly string[];
}

/** How the forms of the large platforms put a product into the cart. */
const cartForms: readonly CartForm[] = [
  { platform: 'Shopify', action: /\/cart\/add(?:\.js)?$/, names: ['id'] },
  { platform: 'Magento', action: /\/checkout\/cart\/add\//, names: ['product'] },
  { platform: 'BigCommerce', action: /\/cart\.php$/, names: ['product_id'] },
  {
    platform: 'PrestaShop',
    action: /\/(?:cart|warenkorb|panier|carrito|carrello|winkelwagen|koszyk)$/,
    names: ['id_product'],
  },
  { platform: 'WooCommerce', action: /.*/, names: ['variation_id', 'add-to-cart'] },
];
/** Shopware puts the product into the name of the field. */
const shopwareName = /^lineItems\[([^\]]+)\]\[id\]$/;
const quantityNames = ['quantity', 'qty', 'qty[]'];

/** Reads what a form puts into the cart; null for other forms. WooCommerce sends the value of the submitter. */
export function readCartForm(form: HTMLFormElement, submitter: HTMLElement | null): ShopEvent | null {
  // A form may have a field with the name `action`.
  const action = new URL(form.getAttribute('action') ?? '', location.href).pathname;
  const data = new FormData(form);
  const buttonName = submitter?.getAttribute('name') ?? '';
  if (buttonName !== '') data.append(buttonName, submitter?.getAttribute('value') ?? '');
  const read = (name: string): string => {
    const value = data.get(name);
    return typeof value === 'string' && value !== '0' ? value : '';
  };
  const name = findShopwareItem(data) ?? findItem(action, read);
  if (name === null) return null;
  const quantity = Number(quantityNames.map(read).find((value) => value !== '') ?? 1);
  return { type: 'cart', lines: [{ name, quantity: quantity > 0 ? quantity : 1 }] };
}

function findItem(action: string, read: (name: string) => string): string | null {
  for (const form of cartForms) {
    if (!form.action.test(action)) continue;
    const name = form.names.map(read).find((value) => value !== '');
    if (name !== undefined) return name;
  }
  return null;
}

function findShopwareItem(data: FormData): string | null {
  for (const [field, value] of data) {
    if (shopwareName.test(field) && typeof value === 'string') return value;
  }
  return null;
}
