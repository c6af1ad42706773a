import {
  analyticsItems,
  commonStyle,
  drawMain,
  totalPrice,
  type SampleTheme,
  type SampleView,
} from '../theme.ts';

const path = ({ id }: { readonly id: string }): string => `/item-${id}/`;

/** After BigCommerce's Cornerstone: a quick search that opens over the page, `cart.php`, events in the data layer. */
export const bigcommerceTheme: SampleTheme = {
  name: 'BigCommerce',
  language: 'en-US',
  style: `body{margin:0;font-family:Karla,"Noto Sans",Arial,sans-serif;font-size:14px;line-height:1.5;color:#444;background:#fff}a{color:#444}
.header{border-top:4px solid #444;border-bottom:1px solid #e5e5e5;padding:20px 40px;display:flex;gap:24px;align-items:center;flex-wrap:wrap}.header-logo-text{font-family:Montserrat,sans-serif;font-size:25px;text-decoration:none}.navUser{margin-inline-start:auto}
.form-input{padding:11px;border:1px solid #8f8f8f;border-radius:4px;font:inherit;width:240px;max-width:60vw;box-sizing:border-box}.button{border:1px solid #ccc;border-radius:4px;padding:10px 32px;font:inherit;background:#fff}.button--primary{background:#444;border-color:#444;color:#fff}.card-title{font-size:15px;font-weight:400;margin:8px 0 0}${commonStyle}`,
  body: (view: SampleView) => `data-page="${view.kind}"`,
  header: `<header class="header" role="banner"><a href="/" class="header-logo__link"><span class="header-logo-text">Larkfield</span></a><nav class="navUser"><div class="dropdown dropdown--quickSearch" id="quickSearch"><form class="form" onsubmit="return true" data-url="/search.php" data-quick-search-form action="/search.php" method="get">
<fieldset class="form-fieldset" style="border:0"><div class="form-field"><label class="is-srOnly" for="nav-quick-search" hidden>Search</label><input class="form-input" data-search-quick name="search_query" id="nav-quick-search" data-error-message="Search field cannot be empty." placeholder="Search the store" autocomplete="off"></div></fieldset></form></div></nav><a class="navUser-action" href="/cart.php">Cart</a></header>`,
  head: (view) => `<script>window.dataLayer = window.dataLayer || [];
${view.kind === 'product' ? `dataLayer.push({ event: 'view_item', ecommerce: { currency: 'EUR', items: ${analyticsItems([{ product: view.product, quantity: 1 }])} } });` : ''}
${view.kind === 'thanks' ? `dataLayer.push({ event: 'purchase', ecommerce: { transaction_id: '${view.order}', currency: 'EUR', value: ${totalPrice(view.lines)}, items: ${analyticsItems(view.lines)} } });` : ''}</script>`,
  main: (view) =>
    drawMain(view, {
      classes: {
        list: 'products-list productGrid',
        card: 'product card',
        name: 'card-title',
        price: 'price price--withoutTax',
      },
      path,
      button: 'button button--primary',
      form: ({
        id,
      }) => `<form class="form" method="post" action="/cart.php" data-cart-item-add><input type="hidden" name="action" value="add"><input type="hidden" name="product_id" value="${id}"><input class="form-input form-input--incrementTotal" name="qty[]" type="tel" value="1" aria-label="Quantity">
<input id="form-action-addToCart" data-wait-message="Adding to cart…" class="button button--primary" type="submit" value="Add to Cart"></form>`,
    }),
  foot: () => '',
  productPath: path,
  search: { path: '/search.php', parameter: 'search_query' },
  cart: { path: '/cart.php', addPath: '', idField: 'product_id' },
  thanksPath: (order) => `/checkout/order-confirmation/${order}`,
  hasTagOnThanks: true,
};
