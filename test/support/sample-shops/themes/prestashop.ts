import {
  analyticsItems,
  commonStyle,
  drawMain,
  gtagSnippet,
  totalPrice,
  type SampleTheme,
  type SampleView,
} from '../theme.ts';

const path = ({ id }: { readonly id: string }): string => `/${id}-item.html`;

/** After PrestaShop's Classic: the widget `#search_widget`, `prestashop` as an emitter of events, `gtag()` of a module. */
export const prestashopTheme: SampleTheme = {
  name: 'PrestaShop',
  language: 'fr',
  style: `body{margin:0;font-family:Manrope,"Noto Sans",sans-serif;font-size:15px;line-height:1.5;color:#232323;background:#f1f1f1}a{color:#24b9d7}
#header{background:#fff;box-shadow:0 2px 5px rgba(0,0,0,.11);padding:20px 40px;display:flex;gap:24px;align-items:center;flex-wrap:wrap}#header h1{margin:0;font-size:24px}#search_widget{margin-inline-start:auto;position:relative}
#search_widget input[type=text]{width:240px;max-width:60vw;padding:10px 16px;background:#f6f6f6;border:1px solid rgba(0,0,0,.25);font:inherit}.btn{border:1px solid transparent;padding:8px 20px;font:inherit;font-weight:600;text-transform:uppercase;border-radius:0}
.btn-primary{background:#24b9d7;color:#fff}.h3.product-title{font-size:15px;margin:8px 0 0}main{background:#f1f1f1}${commonStyle}`,
  body: (view: SampleView) =>
    `id="${view.kind === 'home' ? 'index' : view.kind}" class="lang-fr country-fr currency-eur layout-full-width page-${view.kind}"`,
  header: `<header id="header"><h1><a href="/">Larkfield</a></h1><div id="search_widget" class="search-widgets" data-search-controller-url="/recherche">
<form method="get" action="/recherche"><input type="hidden" name="controller" value="search"><input type="text" name="s" value="" placeholder="Rechercher" aria-label="Rechercher" class="ui-autocomplete-input" autocomplete="off"></form></div>
<div class="blockcart cart-preview"><a rel="nofollow" href="/panier">Panier</a></div></header>`,
  head: (
    view,
  ) => `<script>var prestashop = (function () { var handlers = {}; return { on: function (name, handler) { (handlers[name] = handlers[name] || []).push(handler); }, emit: function (name, event) { (handlers[name] || []).forEach(function (handler) { handler(event); }); } }; })();
${gtagSnippet}
${view.kind === 'product' ? `gtag('event', 'view_item', { currency: 'EUR', value: ${view.product.price}, items: ${analyticsItems([{ product: view.product, quantity: 1 }])} });` : ''}
${view.kind === 'thanks' ? `gtag('event', 'purchase', { transaction_id: '${view.order}', currency: 'EUR', value: ${totalPrice(view.lines)}, items: ${analyticsItems(view.lines)} });` : ''}</script>`,
  main: (view) =>
    drawMain(view, {
      classes: {
        list: 'products-list products row',
        card: 'js-product product',
        name: 'h3 product-title',
        price: 'price',
      },
      path,
      button: 'btn btn-primary',
      form: (
        product,
      ) => `<div class="product-actions"><form action="/panier" method="post" id="add-to-cart-or-refresh"><input type="hidden" name="token" value="1a2b"><input type="hidden" name="id_product" value="${product.id}" id="product_page_product_id">
<input type="number" name="qty" id="quantity_wanted" value="1" min="1" aria-label="Quantité"><button class="btn btn-primary add-to-cart" data-button-action="add-to-cart" type="submit" id="add">Ajouter au panier</button></form></div>
<script>document.getElementById('add-to-cart-or-refresh').addEventListener('submit', function () { gtag('event', 'add_to_cart', { currency: 'EUR', items: ${analyticsItems([{ product, quantity: 1 }])} }); });</script>`,
    }),
  foot: () => '',
  productPath: path,
  search: { path: '/recherche', parameter: 's' },
  cart: { path: '/panier', addPath: '', idField: 'id_product' },
  thanksPath: (order) => `/confirmation-commande/${order}`,
  hasTagOnThanks: true,
};
