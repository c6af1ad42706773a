import {
  analyticsItems,
  commonStyle,
  drawMain,
  gtagSnippet,
  totalPrice,
  type SampleTheme,
  type SampleView,
} from '../theme.ts';

const path = ({ id }: { readonly id: string }): string => `/detail/${id}`;

/** After Shopware's default Storefront: a search in a header that scripts enhance, line items by name, Consent Mode with a banner. */
export const shopwareTheme: SampleTheme = {
  name: 'Shopware',
  language: 'de-DE',
  style: `body{margin:0;font-family:Inter,"Noto Sans",sans-serif;font-size:16px;line-height:1.5;color:#2b3136;background:#fff}a{color:#0042a0}
.header-main{display:flex;gap:24px;align-items:center;padding:20px 40px;flex-wrap:wrap}.header-logo-main-link{font-size:24px;font-weight:700;color:#0042a0;text-decoration:none}.header-search-form{margin-inline-start:auto}
.header-search-input{padding:9px 14px;border:1px solid #798490;border-radius:3px 0 0 3px;font:inherit;width:260px;max-width:50vw}.header-search-btn{padding:9px 12px;border:1px solid #798490;background:#fff}.btn{border-radius:3px;padding:8px 20px;font:inherit;font-weight:600;border:1px solid #0042a0}
.btn-buy,.btn-primary{background:#0042a0;color:#fff}.product-name{font-size:16px;margin:8px 0 0}.consent{position:fixed;bottom:0;inset-inline:0;padding:12px 40px;background:#f9f9f9;border-top:1px solid #bcc1c7}${commonStyle}`,
  body: (view: SampleView) =>
    `class="is-ctl-${view.kind === 'home' ? 'navigation' : view.kind} is-act-index"`,
  header: `<header class="header-main"><a class="header-logo-main-link" href="/" title="Zur Startseite">Larkfield</a><div class="collapse" id="searchCollapse"><div class="header-search my-2 m-sm-auto"><form action="/search" method="get" data-search-widget="true" class="header-search-form js-search-form">
<div class="input-group has-validation"><input type="search" id="header-main-search-input" name="search" class="form-control header-search-input" autocomplete="off" autocapitalize="off" placeholder="Suchbegriff eingeben ..." aria-label="Suchbegriff eingeben ..." role="combobox" aria-autocomplete="list" aria-expanded="false" value=""><button type="submit" class="btn header-search-btn" aria-label="Suchen">⌕</button></div></form></div></div>
<a class="btn header-cart-btn" href="/checkout/cart">Warenkorb</a></header>`,
  head: (view) => `<script>${gtagSnippet}
gtag('consent', 'default', { ad_storage: 'denied', ad_user_data: 'denied', ad_personalization: 'denied', analytics_storage: document.cookie.indexOf('analytics=1') < 0 ? 'denied' : 'granted' });
${view.kind === 'product' ? `gtag('event', 'view_item', { currency: 'EUR', items: ${analyticsItems([{ product: view.product, quantity: 1 }])} });` : ''}
${view.kind === 'thanks' ? `gtag('event', 'purchase', { transaction_id: '${view.order}', currency: 'EUR', value: ${totalPrice(view.lines)}, items: ${analyticsItems(view.lines)} });` : ''}</script>`,
  main: (view) =>
    drawMain(view, {
      classes: {
        list: 'products-list row cms-listing-row',
        card: 'card product-box',
        name: 'product-name',
        price: 'product-price',
      },
      path,
      button: 'btn btn-primary',
      form: ({
        id,
      }) => `<form id="productDetailPageBuyProductForm" action="/checkout/line-item/add" method="post" class="buy-widget" data-add-to-cart="true"><input type="hidden" name="redirectTo" value="frontend.checkout.cart.page"><input type="hidden" name="lineItems[${id}][id]" value="${id}"><input type="hidden" name="lineItems[${id}][type]" value="product"><input type="hidden" name="quantity" value="1">
<button class="btn btn-primary btn-buy" title="In den Warenkorb" id="add">In den Warenkorb</button></form>`,
    }),
  foot: () => `<div class="consent" role="region" aria-label="Cookies"><button type="button" class="btn" id="consent" onclick="document.cookie='analytics=1;path=/';gtag('consent','update',{analytics_storage:'granted'});this.parentNode.hidden=true">Alle Cookies erlauben</button></div>
<script>document.querySelector('.consent').hidden = document.cookie.indexOf('analytics=1') >= 0;</script>`,
  productPath: path,
  search: { path: '/search', parameter: 'search' },
  cart: { path: '/checkout/cart', addPath: '', idField: 'id' },
  thanksPath: (order) => `/checkout/finish/${order}`,
  hasTagOnThanks: true,
};
