import { analyticsItems, drawMain, gtagSnippet, totalPrice, type SampleTheme } from '../theme.ts';

const path = ({ id }: { readonly id: string }): string => `/p/${id}`;

/** What Prototype.js 1.6 does to the page, as far as it can hurt other scripts, and enumerable members of arrays. */
const hostileScript = `
Array.prototype.each = function (action) { for (var i = 0; i < this.length; i++) action(this[i], i); return this; };
Array.prototype.toJSON = function () { return '[' + this.map(function (one) { return Object.toJSON(one); }).join(', ') + ']'; };
Object.toJSON = function (value) { return JSON.stringify(value); };
Array.prototype.reduce = function () { return this.length > 1 ? this : this[0]; };
Array.prototype.entries = function () { return this.slice(); };
Array.from = function (iterable) { var results = []; for (var i = 0; i < (iterable.length || 0); i++) results.push(iterable[i]); return results; };
Object.prototype.extendedByTheme = function () { return 'hostile'; };
String.prototype.startsWith = function (pattern) { return this.lastIndexOf(pattern, 0) === 0; };
Function.prototype.bind = (function (bind) { return function () { return bind.apply(this, arguments); }; })(Function.prototype.bind);
window.addEventListener('keydown', function (event) { if (event.key === '/') event.preventDefault(); });`;

/** A page that makes life hard for foreign elements: rules that reset everything, a strict policy, changed prototypes, a field that is replaced. */
export const hostileTheme: SampleTheme = {
  name: 'hostile',
  language: 'en',
  style: `* { all: unset } *, *::before, *::after { box-sizing: content-box !important; float: none !important } html, body, main, header, div, ul, li, h1, h2, h3, p, table, section, form, fieldset { display: block !important } head, script, style, title { display: none !important }
body { font-family: "Noto Sans", sans-serif; margin: 0 !important } body > * { padding: 20px !important; color: maroon; z-index: 99999 !important } header { position: sticky !important; top: 0; background: #fee }
button { background: #a00 !important; color: #fff !important; padding: 8px 16px !important } input { border: 1px solid #a00 !important } img { width: 120px; height: 120px } a { color: #00c !important; text-decoration: underline }`,
  body: () => 'class="hostile"',
  header: `<header><a href="/">Larkfield</a> <span id="search-place"><form action="/find" role="search"><input type="search" name="q" aria-label="Search"><button>Go</button></form></span></header>`,
  head: (view) => `<script nonce="theme">${hostileScript}
${gtagSnippet}
${view.kind === 'product' ? `gtag('event', 'view_item', { currency: 'EUR', items: ${analyticsItems([{ product: view.product, quantity: 1 }])} });` : ''}
${view.kind === 'thanks' ? `gtag('event', 'purchase', { transaction_id: '${view.order}', currency: 'EUR', value: ${totalPrice(view.lines)}, items: ${analyticsItems(view.lines)} });` : ''}</script>`,
  main: (view) =>
    drawMain(view, {
      classes: { list: 'products-list', card: 'item', name: 'name', price: 'price' },
      path,
      button: 'buy',
      form: ({ id }) =>
        `<form action="/cart/add" method="post"><input type="hidden" name="id" value="${id}"><button id="add">Buy</button></form>`,
    }),
  // The theme renders its header again after the page has loaded.
  foot: () =>
    `<script nonce="theme">window.addEventListener('load', function () { setTimeout(function () { var place = document.getElementById('search-place'); place.replaceChildren(place.firstChild.cloneNode(true)); document.documentElement.dataset.replaced = 'yes'; }, 50); });</script>`,
  productPath: path,
  search: { path: '/find', parameter: 'q' },
  cart: { path: '/cart', addPath: '/cart/add', idField: 'id' },
  thanksPath: (order) => `/thanks/${order}`,
  hasTagOnThanks: true,
  policy: (service) =>
    `default-src 'none'; script-src 'nonce-theme' ${service}; style-src 'nonce-theme'; img-src 'self' data:; connect-src ${service}; form-action 'self'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types vitrine`,
};
