import {
  analyticsItems,
  commonStyle,
  drawMain,
  totalPrice,
  type SampleTheme,
  type SampleView,
} from '../theme.ts';

const path = ({ id }: { readonly id: string }): string => `/item-${id}.html`;

/** After Magento's Luma: `#search_mini_form`, RequireJS-like configuration in the page, and a data layer for Google Tag Manager. */
export const magentoTheme: SampleTheme = {
  name: 'Magento',
  language: 'de',
  style: `body{margin:0;font-family:"Open Sans","Noto Sans",Helvetica,Arial,sans-serif;font-size:14px;line-height:1.43;color:#333;background:#fff}a{color:#006bb4}
.page-header{border-bottom:1px solid #c1c1c1}.panel.wrapper{background:#6e716e;color:#fff;padding:8px 40px}.header.content{display:flex;gap:24px;align-items:center;padding:20px 40px;flex-wrap:wrap}.logo{font-size:26px;color:#e55c2f;text-decoration:none}
.block-search{margin-inline-start:auto;position:relative}.block-search input{width:280px;max-width:60vw;box-sizing:border-box;height:32px;border:1px solid #c2c2c2;border-radius:1px;padding:0 35px 0 9px;font:inherit}.action.search{position:absolute;right:4px;top:4px;border:0;background:none}
.action.primary{background:#1979c3;border:1px solid #1979c3;color:#fff;border-radius:3px;padding:14px 17px;font:inherit;font-weight:600}.product-item-name{font-size:14px;font-weight:400;margin:8px 0 0}${commonStyle}`,
  body: (view: SampleView) => {
    const classes = {
      home: 'cms-index-index',
      category: 'catalog-category-view',
      search: 'catalogsearch-result-index',
      product: 'catalog-product-view',
      cart: 'checkout-cart-index',
      thanks: 'checkout-onepage-success',
    };
    return `data-container="body" class="${classes[view.kind]} page-layout-1column"`;
  },
  header: `<div class="page-wrapper"><header class="page-header"><div class="panel wrapper">Willkommen bei Larkfield</div><div class="header content"><a class="logo" href="/">Larkfield</a>
<div class="block block-search"><div class="block block-content"><form class="form minisearch" id="search_mini_form" action="/catalogsearch/result/" method="get"><div class="field search"><label class="label" for="search" data-role="minisearch-label" hidden><span>Suche</span></label>
<div class="control"><input id="search" data-mage-init='{"quickSearch":{}}' type="text" name="q" value="" placeholder="Ganzen Shop durchsuchen…" class="input-text" maxlength="128" role="combobox" aria-haspopup="false" aria-autocomplete="both" autocomplete="off" aria-expanded="false"></div></div>
<div class="actions"><button type="submit" title="Suche" class="action search" aria-label="Search"><span>⌕</span></button></div></form></div></div><a class="action showcart" href="/checkout/cart/">Warenkorb</a></div></header></div>`,
  head: (view) => `<script>window.dataLayer = window.dataLayer || [];
dataLayer.push({ event: 'gtm.dom' });
${view.kind === 'product' ? `dataLayer.push({ ecommerce: null }); dataLayer.push({ event: 'view_item', ecommerce: { currency: 'EUR', value: ${view.product.price}, items: ${analyticsItems([{ product: view.product, quantity: 1 }])} } });` : ''}
${view.kind === 'thanks' ? `dataLayer.push({ ecommerce: null }); dataLayer.push({ event: 'purchase', ecommerce: { transaction_id: '${view.order}', currency: 'EUR', value: ${totalPrice(view.lines)}, items: ${analyticsItems(view.lines)} } });` : ''}</script>`,
  main: (view) =>
    drawMain(view, {
      classes: {
        list: 'products-list products list items product-items',
        card: 'item product product-item',
        name: 'product name product-item-name',
        price: 'price',
      },
      path,
      button: 'action primary checkout',
      form: ({
        id,
      }) => `<form data-product-sku="${id}" action="/checkout/cart/add/uenc/aHR0/product/${id}/" method="post" id="product_addtocart_form"><input type="hidden" name="product" value="${id}"><input type="hidden" name="form_key" value="k3y">
<input type="number" name="qty" id="qty" min="1" value="1" class="input-text qty" aria-label="Menge"><button type="submit" title="In den Warenkorb" class="action primary tocart" id="add"><span>In den Warenkorb</span></button></form>`,
    }),
  foot: () => '',
  productPath: path,
  search: { path: '/catalogsearch/result/', parameter: 'q' },
  cart: { path: '/checkout/cart/', addPath: '', idField: 'product' },
  thanksPath: (order) => `/checkout/onepage/success/${order}`,
  hasTagOnThanks: true,
};
