import { commonStyle, drawMain, gtagSnippet, type SampleTheme, type SampleView } from '../theme.ts';

const path = ({ id }: { readonly id: string }): string => `/products/item-${id}`;

/** After Shopify's Dawn: a field in a dialog that an icon opens, sections, forms with the id of the variant; no script in the checkout. */
export const shopifyTheme: SampleTheme = {
  name: 'Shopify',
  language: 'en',
  style: `html{font-size:62.5%}body{margin:0;font-family:Assistant,"Noto Sans",sans-serif;font-size:1.6rem;line-height:1.6;color:rgb(18 18 18/.85);background:#fff;letter-spacing:.06rem}
.header{display:flex;align-items:center;justify-content:space-between;padding:20px 50px;border-bottom:1px solid #ececec}.header__heading-link{font-size:2.4rem;color:#121212;text-decoration:none}
.button{background:#121212;color:#fff;border:0;border-radius:0;padding:13px 30px;font:inherit;cursor:pointer}.button--secondary{background:#fff;color:#121212;box-shadow:0 0 0 1px #121212}
.search__input{font:inherit;padding:12px;border:1px solid #121212;width:260px}.card__heading{font-size:1.5rem;font-weight:400;margin:8px 0 0}a{color:#121212}${commonStyle}
@media(max-width:600px){.header{padding:16px}.search__input{width:150px}}`,
  body: (view: SampleView) => `class="gradient template-${view.kind === 'home' ? 'index' : view.kind}"`,
  header: `<div id="shopify-section-header" class="shopify-section section-header"><header class="header header--middle-left">
<a href="/" class="header__heading-link">Larkfield</a>
<predictive-search class="search-modal__form"><form action="/search" method="get" role="search" class="search search-modal__form">
<div class="field"><input class="search__input field__input" id="Search-In-Modal" type="search" name="q" value="" placeholder="Search" role="combobox" aria-expanded="false" aria-owns="predictive-search-results" aria-controls="predictive-search-results" aria-haspopup="listbox" aria-autocomplete="list" autocorrect="off" autocomplete="off">
<label class="field__label visually-hidden" for="Search-In-Modal" hidden>Search</label><input type="hidden" name="options[prefix]" value="last"></div></form></predictive-search>
<a href="/cart" class="header__icon header__icon--cart">Cart</a></header></div>`,
  head: (
    view,
  ) => `<script>window.Shopify = { shop: 'larkfield.myshopify.com', currency: { active: 'EUR', rate: '1.0' }, routes: { root: '/' } };
${gtagSnippet}
${view.kind === 'product' ? `window.ShopifyAnalytics = { meta: { page: { pageType: 'product' }, product: { id: 77${view.product.id}, variants: [{ id: ${view.product.id}, sku: '${view.product.sku}' }] } } };` : ''}</script>`,
  main: (view) =>
    drawMain(view, {
      classes: {
        list: 'products-list product-grid grid',
        card: 'grid__item',
        name: 'card__heading h5',
        price: 'price-item price-item--regular',
      },
      path,
      button: 'button button--full-width',
      form: ({
        id,
      }) => `<product-form class="product-form"><form method="post" action="/cart/add" id="product-form-main" class="form" data-type="add-to-cart-form">
<input type="hidden" name="form_type" value="product"><input type="hidden" name="id" value="${id}" class="product-variant-id"><input class="quantity__input" type="number" name="quantity" value="1" min="1" aria-label="Quantity">
<button type="submit" name="add" class="product-form__submit button button--full-width button--secondary" id="add">Add to cart</button></form></product-form>`,
    }),
  foot: () => '',
  productPath: path,
  search: { path: '/search', parameter: 'q' },
  cart: { path: '/cart', addPath: '/cart/add', idField: 'id' },
  thanksPath: (order) => `/checkouts/${order}/thank-you`,
  hasTagOnThanks: false,
};
