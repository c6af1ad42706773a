import { analyticsItems, commonStyle, drawMain, totalPrice, type SampleTheme } from '../theme.ts';

const path = ({ id }: { readonly id: string }): string => `/item.php/${id}`;

/** A shop of its own making: a field with a usual name and no role, links that fill the cart, and the e-commerce of Universal Analytics. */
export const plainTheme: SampleTheme = {
  name: 'plain HTML',
  language: 'it',
  style: `body{margin:0;font-family:Georgia,"Noto Serif",serif;font-size:17px;line-height:1.5;color:#222;background:#fffdf8}a{color:#8a3b12}nav{padding:24px 20px;max-width:1200px;margin:0 auto;display:flex;gap:20px;align-items:center;flex-wrap:wrap}
nav form{margin-inline-start:auto}input[type=text]{font:inherit;padding:8px;border:1px solid #999;border-radius:6px}button{font:inherit;background:#8a3b12;color:#fff;border:0;border-radius:6px;padding:9px 18px}h3{font-size:17px;margin:8px 0 0}${commonStyle}`,
  body: () => '',
  header: `<nav><a href="/"><b>Larkfield</b></a><a href="/collections/all">Tutti i prodotti</a><form action="/cerca"><input type="text" name="search" aria-label="Cerca"> <button>Cerca</button></form></nav>`,
  head: (view) => `<script>var dataLayer = [{ pageType: '${view.kind}' }];
${view.kind === 'thanks' ? `dataLayer.push({ ecommerce: { currencyCode: 'EUR', purchase: { actionField: { id: '${view.order}', revenue: ${totalPrice(view.lines)} }, products: ${analyticsItems(view.lines).replaceAll('"item_id"', '"id"')} } } });` : ''}</script>`,
  main: (view) =>
    drawMain(view, {
      classes: { list: 'products-list', card: 'item', name: 'name', price: 'price' },
      path,
      button: 'buy',
      form: ({ id }) =>
        `<form action="/cart-add" method="post"><input type="hidden" name="add-to-cart" value="${id}"><button id="add">Compra</button></form>`,
    }),
  foot: () => '',
  productPath: path,
  search: { path: '/cerca', parameter: 'search' },
  cart: { path: '/carrello', addPath: '/cart-add', idField: 'add-to-cart' },
  thanksPath: (order) => `/grazie/${order}`,
  hasTagOnThanks: true,
};
