import {
  escapeHtml,
  commonStyle,
  drawMain,
  money,
  totalPrice,
  type SampleTheme,
  type SampleView,
} from '../theme.ts';

const path = ({ id }: { readonly id: string }): string => `/product/item-${id}/`;

/** After WooCommerce's Storefront: a widget with the field `s`, forms with `add-to-cart`, a thank-you page with a table, jQuery, no analytics. */
export const woocommerceTheme: SampleTheme = {
  name: 'WooCommerce',
  language: 'en-GB',
  style: `body{margin:0;font-family:"Source Sans Pro","Noto Sans",Helvetica,sans-serif;font-size:16px;line-height:1.618;color:#6d6d6d;background:#fff}a{color:#7f54b3}
.site-header{background:#fff;border-bottom:1px solid #f0f0f0;padding:24px 40px;display:flex;gap:24px;align-items:center;flex-wrap:wrap}.site-title a{font-size:28px;color:#333;font-weight:700;text-decoration:none}
.site-search{flex:1 1 240px;max-width:360px;margin-inline-start:auto}.search-field{width:100%;box-sizing:border-box;padding:.618em 1em;background:#f2f2f2;border:0;font:inherit;box-shadow:inset 0 1px 1px rgba(0,0,0,.125)}
.woocommerce-product-search button{position:absolute;clip:rect(1px,1px,1px,1px)}.button{background:#eee;color:#333;border:0;border-radius:3px;padding:.618em 1.4em;font:inherit;font-weight:600}.button.alt,.single_add_to_cart_button{background:#7f54b3;color:#fff}
.woocommerce-loop-product__title{font-size:16px;margin:8px 0 0;color:#333}${commonStyle}`,
  body: (view: SampleView) => {
    const classes = {
      home: 'home blog',
      category: 'archive post-type-archive-product woocommerce-page',
      search: 'search search-results',
      product: 'single single-product woocommerce-page',
      cart: 'woocommerce-cart woocommerce-page',
      thanks: 'woocommerce-checkout woocommerce-order-received',
    };
    return `class="${classes[view.kind]} theme-storefront"`;
  },
  header: `<div id="page" class="hfeed site"><header id="masthead" class="site-header" role="banner"><div class="site-branding"><div class="beta site-title"><a href="/" rel="home">Larkfield</a></div></div>
<div class="site-search"><div class="widget woocommerce widget_product_search"><form role="search" method="get" class="woocommerce-product-search" action="/">
<label class="screen-reader-text" for="woocommerce-product-search-field-0" hidden>Search for:</label>
<input type="search" id="woocommerce-product-search-field-0" class="search-field" placeholder="Search products&hellip;" value="" name="s">
<button type="submit" value="Search">Search</button><input type="hidden" name="post_type" value="product"></form></div></div><a class="cart-contents" href="/cart/">Cart</a></header></div>`,
  // The part of jQuery that WooCommerce's scripts use for their event.
  head: () => `<script>window.jQuery = window.$ = (function () { var handlers = {}; function wrap(target) { return { on: function (name, handler) { (handlers[name] = handlers[name] || []).push(handler); return this; },
trigger: function (name, values) { (handlers[name] || []).forEach(function (handler) { handler.apply(target, [{ type: name }].concat(values)); }); return this; },
data: function (name) { return target.getAttribute('data-' + name); } }; } return wrap; })();</script>`,
  main: (view) =>
    drawMain(view, {
      classes: {
        list: 'products-list products columns-4',
        card: 'product type-product',
        name: 'woocommerce-loop-product__title',
        price: 'price',
      },
      path,
      button: 'button alt',
      form: ({
        id,
      }) => `<form class="cart" action="${path({ id })}" method="post"><div class="quantity"><input type="number" name="quantity" value="1" min="1" class="input-text qty text" aria-label="Product quantity"></div>
<button type="submit" name="add-to-cart" value="${id}" class="single_add_to_cart_button button alt" id="add">Add to basket</button></form>`,
      receipt: (lines) =>
        `<section class="woocommerce-order-details"><table class="woocommerce-table woocommerce-table--order-details shop_table order_details"><tbody>${lines
          .map(
            ({ product, quantity }) =>
              `<tr class="woocommerce-table__line-item order_item"><td class="woocommerce-table__product-name product-name"><a href="${path(product)}">${escapeHtml(product.name)}</a> <strong class="product-quantity">&times;&nbsp;${quantity}</strong></td><td class="product-total">${money(product.price * quantity)}</td></tr>`,
          )
          .join(
            '',
          )}</tbody><tfoot><tr><th>Total:</th><td>${money(totalPrice(lines))}</td></tr></tfoot></table></section>`,
    }),
  foot: () => '',
  productPath: path,
  search: { path: '/', parameter: 's' },
  cart: { path: '/cart/', addPath: '', idField: 'add-to-cart' },
  thanksPath: (order) => `/checkout/order-received/${order}/`,
  hasTagOnThanks: true,
};
