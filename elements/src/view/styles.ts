/** The look of the elements. Sizes are in pixels, as themes change what `rem` is; colours derive from a few of the page. */
const css = `
:host{display:block!important;flex:1 1 100%;
--font:var(--vitrine-font,var(--page-font));--size:var(--vitrine-font-size,var(--page-font-size));
--text:var(--vitrine-text,var(--page-text));--background:var(--vitrine-background,var(--page-background));
--accent:var(--vitrine-accent,var(--page-accent));--accent-text:var(--vitrine-accent-text,var(--page-accent-text));
--focus:var(--vitrine-focus,var(--page-focus));--radius:var(--vitrine-radius,var(--page-radius));
--muted:color-mix(in srgb,var(--text) var(--page-muted,80%),var(--background));--line:color-mix(in srgb,var(--text) 14%,var(--background));
--edge:color-mix(in srgb,var(--text) 55%,var(--background));--soft:color-mix(in srgb,var(--text) 5%,var(--background));
}
.search,.list,.photo-search,.layer{all:initial;box-sizing:border-box;display:block;font-family:var(--font);font-size:var(--size);line-height:1.45;color:var(--text);color-scheme:var(--page-scheme)}
.layer:not([open]){display:none}
:host([hidden]){display:none!important}
:host([layer]){position:fixed!important;width:0!important;height:0!important}
*,*::before,*::after{box-sizing:border-box}
[hidden]{display:none!important}
button,input,select{font:inherit;color:inherit;margin:0;letter-spacing:inherit}
ul{list-style:none;margin:0;padding:0}
h2,h3,p{margin:0}
fieldset{border:0;margin:0;padding:0;min-width:0}
mark{background:none;color:inherit;font-weight:700}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.icon{width:20px;height:20px;flex:none;fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
.layer{position:fixed;inset:0;width:100vw;height:100dvh;max-width:none;max-height:none;margin:0;border:0;padding:0;background:var(--background);color:var(--text);overflow:hidden;overscroll-behavior:contain}
.layer[open]{display:block}
.layer::backdrop{background:rgb(0 0 0/.5)}
.layer .search{height:100%;display:flex;flex-direction:column}
.search{container-type:inline-size;font-family:var(--font);font-size:var(--size);line-height:1.45;color:var(--text);text-align:start}
.bar{display:flex;align-items:center;gap:8px;padding:12px 16px 8px;flex:none}
.layer .bar{width:100%;max-width:1360px;margin-inline:auto}
.field-box{flex:1;min-width:0;display:flex;align-items:center;gap:4px;height:48px;padding-inline:14px 6px;border:1px solid var(--edge);border-radius:min(var(--radius),24px);background:var(--background)}
.field-box:focus-within{border-color:var(--focus);box-shadow:0 0 0 1px var(--focus)}
.field-box>.icon{color:var(--muted)}
.field{flex:1;min-width:0;height:100%;border:0;padding:0 8px;background:none;font-size:max(16px,var(--size));outline:none}
.field::placeholder{color:var(--muted);opacity:1}
.icon-button{display:inline-flex;align-items:center;justify-content:center;width:40px;height:40px;flex:none;border:0;border-radius:min(var(--radius),20px);padding:0;background:none;color:var(--text);cursor:pointer}
.icon-button:hover{background:var(--soft)}
.clear .icon{width:16px;height:16px}
.close{width:44px;height:44px}
.photo{display:inline-flex}
.suggestions{display:flex;align-items:center;gap:8px;height:52px;padding-inline:16px;flex:none;overflow:hidden}
.layer .suggestions{width:100%;max-width:1360px;margin-inline:auto}
.layer .suggestions::after{content:""}
.options-title{flex:none;font-size:.8125em;color:var(--muted)}
.options-title:empty{display:none}
.options{display:flex;gap:8px;min-width:0;overflow-x:auto;padding:4px;scrollbar-width:none}
.options::-webkit-scrollbar{display:none}
.option{display:flex;align-items:center;gap:6px;flex:none;height:36px;padding-inline:12px 14px;border:1px solid var(--line);border-radius:18px;background:var(--background);white-space:nowrap;cursor:pointer;font-size:.9375em}
.option .icon{width:16px;height:16px;color:var(--muted)}
.option:hover{background:var(--soft)}
.option[aria-selected=true]{border-color:var(--focus);box-shadow:inset 0 0 0 1px var(--focus);background:var(--soft)}
.link{border:0;background:none;padding:6px 4px;color:var(--text);text-decoration:underline;text-underline-offset:3px;cursor:pointer;font-size:.875em;flex:none;border-radius:4px}
.body{display:block}
.layer .body{flex:1;min-height:0;overflow-y:auto;overscroll-behavior:contain;border-top:1px solid var(--line);scrollbar-gutter:stable}
.main{padding:16px;min-width:0}
.filter-panel{display:none}
.filtering .main{visibility:hidden}
.filtering .filter-panel{display:flex;flex-direction:column;position:absolute;inset:0;z-index:2;background:var(--background);padding:16px;overflow-y:auto}
.search{position:relative}
.panel-head{display:flex;align-items:center;justify-content:space-between;margin-bottom:12px}
.show-results{position:sticky;bottom:0;margin-top:auto;flex:none}
.toolbar{display:flex;flex-wrap:wrap;align-items:center;gap:8px 12px;min-height:44px;margin-bottom:12px}
.headline{flex:1 1 100%;min-width:0}.filter-button,.sort{flex:1 1 0;min-width:0}.sort .select{width:100%}
.count-line+.title:not([hidden]){margin-top:2px}
.title{font-size:1.25em;font-weight:700;line-height:1.25}
.count-line{color:var(--muted)}
.count-line:empty{display:none}
.sort{display:flex;align-items:center;gap:8px}
.sort-label{display:none;font-size:.875em;color:var(--muted)}
.select{height:44px;padding-inline:12px 32px;border:1px solid var(--edge);border-radius:min(var(--radius),22px);appearance:none;cursor:pointer;max-width:100%;text-overflow:ellipsis;background:linear-gradient(45deg,#0000 50%,currentColor 50%) calc(100% - 18px) 50%/5px 5px no-repeat,linear-gradient(-45deg,#0000 50%,currentColor 50%) calc(100% - 13px) 50%/5px 5px no-repeat,var(--background)}
.select option{color:var(--text);background:var(--background)}
:host(:dir(rtl)) .select{background-position:13px 50%,18px 50%}
.button{display:inline-flex;align-items:center;justify-content:center;gap:8px;min-height:44px;padding:8px 16px;border:1px solid var(--edge);border-radius:min(var(--radius),22px);background:var(--background);color:var(--text);text-decoration:none;cursor:pointer;font-weight:600;text-align:center}
.button:hover{background:var(--soft)}
.button:disabled{opacity:.6;cursor:default}
.primary,.cart{background:var(--accent);border-color:var(--accent);color:var(--accent-text)}
.primary:hover,.cart:hover{background:color-mix(in srgb,var(--accent) 88%,var(--text))}
.chosen-list{display:flex;flex-wrap:wrap;gap:8px}
.chosen-list:not(:empty){margin-bottom:12px}
.chosen{display:inline-flex;align-items:center;gap:6px;min-height:36px;padding-inline:14px 10px;border:1px solid var(--line);border-radius:18px;background:var(--soft);cursor:pointer}
.chosen .icon{width:14px;height:14px}
.notice:not(:empty){margin-bottom:16px;display:flex;flex-wrap:wrap;align-items:center;gap:12px}
.question{display:flex;flex-wrap:wrap;align-items:center;gap:8px}
.preview canvas{display:block;width:72px;height:72px;object-fit:cover;border-radius:min(var(--radius),8px)}
.banners:not(:empty){display:grid;gap:12px;margin-block:0 16px}
.grid~.banners:not(:empty){margin-block:24px 0}
.banner{position:relative;display:flex;flex-direction:column;align-items:center;justify-content:center;gap:8px;min-height:56px;height:100%;overflow:hidden;border-radius:min(var(--radius),12px);background:var(--soft);color:var(--text);text-align:center;text-decoration:none}
a.banner:hover{background:var(--line)}
.banner img{display:block;width:100%;min-height:0;flex:1 1 auto;object-fit:cover}
.banners .banner img{max-height:320px}
.banner-text{padding:12px 16px;font-weight:700}
.grid{display:grid;grid-template-columns:repeat(var(--columns-phone),minmax(0,1fr));gap:20px 12px}
.cell{display:flex;flex-direction:column;min-width:0}
.card{position:relative;display:flex;flex-direction:column;gap:2px;flex:1;color:inherit;text-decoration:none;border-radius:min(var(--radius),12px)}
.picture{position:relative;display:block;aspect-ratio:1;border-radius:min(var(--radius),12px);overflow:hidden;background:var(--soft);margin-bottom:8px}
.picture img{position:absolute;inset:0;width:100%;height:100%;object-fit:contain;mix-blend-mode:var(--page-blend);transition:transform .25s}
.no-picture{position:absolute;inset:0;background:linear-gradient(135deg,var(--soft),var(--line))}
@media(hover:hover){.card:hover img{transform:scale(1.03)}.card:hover .name{text-decoration:underline;text-underline-offset:3px}}
.badge{position:absolute;inset-block-start:8px;inset-inline-start:8px;padding:2px 8px;border-radius:min(var(--radius),12px);background:var(--background);color:var(--text);font-size:.8125em;font-weight:700;line-height:1.5;box-shadow:0 0 0 1px var(--line)}
.sale{background:var(--accent);color:var(--accent-text);box-shadow:none}
.name{display:-webkit-box;-webkit-line-clamp:2;-webkit-box-orient:vertical;overflow:hidden;font-weight:600;line-height:1.3;overflow-wrap:anywhere}
.detail{font-size:.875em;color:var(--muted);overflow-wrap:anywhere}
.price{font-weight:700;margin-top:4px}
.price s{font-weight:400;color:var(--muted);margin-inline-start:4px}
.sold-out .picture img{opacity:.55}
.cart{margin-top:10px;font-size:.9375em}
.more{display:flex;margin:28px auto 12px;min-width:min(240px,100%)}
.facets{display:grid;gap:24px;padding-bottom:24px}
.facet-name{display:block;padding:0;margin-bottom:8px;font-weight:700}
.value{display:flex;align-items:center;gap:10px;min-height:36px;cursor:pointer}
.value input{width:18px;height:18px;flex:none;accent-color:var(--accent);cursor:pointer}
.value-name{flex:1;min-width:0;overflow-wrap:anywhere}
.count{font-size:.8125em;color:var(--muted);font-variant-numeric:tabular-nums}
.range{display:flex;align-items:center;gap:8px;margin-bottom:4px}
.text{width:100%;min-width:0;height:42px;padding-inline:10px;border:1px solid var(--edge);border-radius:min(var(--radius),8px);background:var(--background);appearance:textfield}
.text::-webkit-inner-spin-button{display:none}
.text::placeholder{color:var(--muted);opacity:1}
.skeleton .picture,.skeleton .line{background:var(--line);animation:pulse 1.4s ease-in-out infinite}
.skeleton .line{display:block;border-radius:4px;width:85%;color:#0000}
.skeleton .short{width:45%}
@keyframes pulse{50%{opacity:.5}}
.progress{position:relative;height:0;flex:none;z-index:1}
.loading>.progress::before{content:"";position:absolute;inset:-1px 0 auto;height:3px;background:linear-gradient(90deg,#0000,var(--focus) 30% 70%,#0000) 0/40% 100% no-repeat;animation:progress 1.2s .3s linear infinite both}
@keyframes appear{from{opacity:0}}
@keyframes progress{from{background-position:-70% 0}to{background-position:170% 0}}
.loading .picture img,.loading .no-picture{opacity:.6;transition:opacity .2s .25s}
.list{container-type:inline-size;padding-block:16px}
.list .title{margin-bottom:16px}
.row{position:relative;grid-template-columns:none;grid-auto-flow:column;grid-auto-columns:calc((100% - 12px*(var(--columns-phone) - .7))/(var(--columns-phone) + .3));overflow-x:auto;scroll-snap-type:x proximity;padding:4px;margin:-4px;scrollbar-width:thin}
.row .cell{scroll-snap-align:start}
.row .skeleton .name{min-height:2.6em}
.drop-zone{display:flex;flex-direction:column;align-items:center;justify-content:center;gap:6px;width:100%;min-height:180px;padding:24px;border:2px dashed var(--edge);border-radius:min(var(--radius),16px);background:var(--soft);cursor:pointer}
.drop-zone .icon{width:32px;height:32px}
@container(min-width:640px){
.headline{flex:1 1 160px}.filter-button,.sort{flex:none}.sort .select{width:auto}.sort-label{display:inline}
.grid{grid-template-columns:repeat(var(--columns-tablet),minmax(0,1fr));gap:28px 20px}
.row{grid-template-columns:none;grid-auto-columns:calc((100% - 20px*(var(--columns-tablet) - 1))/var(--columns-tablet))}
.bar{padding:20px 24px 8px}.suggestions{padding-inline:24px}.main{padding:20px 24px}}
@container(min-width:860px){
.body{display:grid;grid-template-columns:minmax(200px,248px) minmax(0,1fr);align-items:start}
.layer .body{padding-inline:max(0px,calc((100% - 1360px)/2))}
.body.without-facets{grid-template-columns:minmax(0,1fr)}
.without-facets .filter-panel{display:none!important}
.filter-panel,.filtering .filter-panel{display:block;position:static;padding:24px 0 24px 24px;overflow:visible;background:none}
.filtering .main{visibility:visible}
:host(:dir(rtl)) .filter-panel{padding:24px 24px 24px 0}
.show-results,.filter-button,.panel-head{display:none}
.grid{grid-template-columns:repeat(var(--columns-tablet),minmax(0,1fr))}
.row{grid-template-columns:none}}
@container(min-width:1080px){
.grid{grid-template-columns:repeat(var(--columns-desktop),minmax(0,1fr))}
.row{grid-template-columns:none;grid-auto-columns:calc((100% - 20px*(var(--columns-desktop) - 1))/var(--columns-desktop))}}
.without-facets .filter-button{display:none}
@media(prefers-reduced-motion:reduce){*,*::before,*::after{animation:none!important;transition:none!important}.loading>.progress::before{background:var(--focus);animation:appear 0s .3s both!important}}
@media(forced-colors:active){.option[aria-selected=true]{outline:2px solid Highlight}.badge,.chosen{border:1px solid}}
`;

const sheet = new CSSStyleSheet();
let isFilled = false;

/** Gives a shadow tree the look of the elements and that of the page. Constructed sheets, which content security policies allow. */
export function adoptStyles(root: ShadowRoot, pageStyle: CSSStyleSheet): void {
  if (!isFilled) sheet.replaceSync(css);
  isFilled = true;
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, pageStyle, sheet];
}
