/**
 * The English names of WooCommerce's columns, in lower case, with the translations below them: an export has the language of the admin's
 * account. From the translations of WooCommerce 3.4 to 8.0 for German, French, Spanish, Italian, Dutch, Polish, Portuguese, Japanese,
 * Danish, Swedish, Norwegian and Finnish, and, for later columns, from exports in four of these languages. `%d`: a number.
 */
const translations = `
type
  typ | tipo | タイプ | laji
sku
  artikelnummer | ugs | cod | ref | varenummer | artikelnr | produktnr | tuotetunnus (sku)
gtin, upc, ean, or isbn
  gtin, upc, ean oder isbn | gtin, upc, ean ou isbn | gtin, upc, ean o isbn | gtin, upc, ean of isbn
name
  nom | nombre | nome | naam | nazwa | 名前 | navn | namn | nimi
published
  veröffentlicht | publié | publicado | pubblicato | gepubliceerd | opublikowano | opublikowany | 公開済み | udgivet | publicerad | publisert | julkaistu
is featured?
  ist hervorgehoben? | mis en avant ? | ¿está destacado? | in primo piano? | uitgelicht? | wyróżniony produkt? | em destaque? | オススメですか ?
  er fremhævet (udvalgt)? | är utvald? | er fremhevet? | on esittelyssä?
visibility in catalog
  sichtbarkeit im katalog | visibilité dans le catalogue | visibilidad en el catálogo | visibilità nel catalogo | zichtbaarheid in catalogus
  widoczność w katalogu | visibilidade no catálogo | カタログでの表示 | 表示されるカテゴリー | synlighed i katalog (shoppens frontend) | synlighet i katalog
  synlighet i katalogen | näkyvyys tuoteluettelossa
short description
  kurzbeschreibung | description courte | descripción corta | breve descrizione | korte omschrijving | krótki opis | descrição breve | descrição curta
  簡単な説明 | kort beskrivelse | kort beskrivning | lyhyt kuvaus | korte beschrijving
description
  beschreibung | descripción | descrizione | beschrijving | opis | descrição | 説明 | beskrivelse | beskrivning | kuvaus
date sale price starts
  datum, an dem angebotspreis beginnt | date de début de promo | día en que empieza el precio rebajado | data di partenza del prezzo in saldo
  startdatum actieprijs | data rozpoczęcia promocji | data de início do preço promocional | data de preço promocional começa em | セール価格の開始日
  den dato hvor tilbudsprisen starter | datum när reapriset börjar | startdato for utsalgspris | alennuksen aloituspäivä
date sale price ends
  datum, an dem angebotspreis endet | date de fin de promo | día en que termina el precio rebajado | data in cui termina l'offerta
  termine data del prezzo di vendita | einddatum actieprijs | data zakończenia promocji | data de término do preço promocional
  data de preço promocional termina em | セール価格の終了日 | den dato hvor tilbudsprisen slutter | datum när reapriset upphör | sluttdato for utsalgspris
  alennuksen päättymispäivä
tax status
  steuerstatus | état de la tva | estado del impuesto | stato delle imposte | btw status | status podatku | situação fiscal | status da taxa
  status do imposto | 税状況 | 課税ステータス | momsstatus | avgiftsstatus | skattestatus | veron tila
tax class
  steuerklasse | classe tva | classe de tva | clase de impuesto | aliquota di imposta | belastingklasse | klasa podatkowa | classe de imposto
  classe de taxa | 税区分 | momsklasse | momsgrupp | momsklass | avgiftsklasse | skatteklasse | veroluokka
in stock?
  vorrätig? | en stock ? | ¿en inventario? | ¿existencias? | op voorraad? | w magazynie? | em stock? | em estoque? | 在庫の有無 | på lager? | i lager?
  varasto?
stock
  lager | inventario | magazzino | voorraad | magazyn | stan magazynowy | estoque | 在庫 | lagersaldo | varasto | bestand
low stock amount
  geringe lagermenge | montant de stock faible | cantidad de bajo inventario | quantità in magazzino bassa | lage voorraad | niski stan magazynowy
  valor de stock baixo | quantidade baixa de estoque | 在庫量わずか | lavt lagerantal | lågt lagerantal | terskel for lite på lager | varasto vähissä määrä
backorders allowed?
  lieferrückstande erlaubt? | rückstände erlaubt? | autoriser les commandes de produits en rupture ? | ¿permitir reservas de productos agotados?
  abilita gli ordini arretrati? | nabestellingen toestaan? | pozwalać na zamówienia oczekujące (na dostawę do magazynu)?
  permitir encomendas pendentes? | são permitidas encomendas? | お取り寄せを許可する ? | 在庫待ちを許可する ? | restordrer tilladt? | restorder tillåtet?
  tillåt restnoteringar? | restordre tillatt? | salli jälkitoimitukset?
sold individually?
  nur einzeln verkaufen? | vendre individuellement ? | ¿vendido individualmente? | venduto singolarmente? | wordt individueel verkocht?
  sprzedawany pojedynczo? | vender individualmente? | vendido individualmente? | 個別に販売しますか ? | 個別に販売しますか？ | sælges enkeltvist? | säljes styckvis?
  solgt individuelt? | myydäänkö yksittäin?
allow customer reviews?
  kundenbewertungen erlauben? | autoriser les avis clients ? | ¿permitir valoraciones de clientes? | permetti le recensioni clienti?
  klantbeoordelingen toestaan? | włącz opinie klientów? | permitir avaliações de clientes? | カスタマーレビューを許可しますか ? | tillad kundeanmeldelser?
  tillåt kundrecensioner? | tillat kundeomtaler? | tillat omtaler? | salli asiakkaiden tuotearviot | kundenrezensionen erlauben?
purchase note
  hinweis zum kauf | note de l'achat | note de commande | nota de compra | nota di acquisto | aankoopnotitie | notatka do zakupu | nota da encomenda
  nota da compra | 注意事項 | bemærkning til køb | köpmeddelande | kjøpsnotat | viesti ostajalle
sale price
  angebotspreis | tarif promo | precio rebajado | prezzo in offerta | actieprijs | cena promocyjna | preço promocional | セール価格 | tilbudspris | reapris
  utsalgspris | alennettu hinta
regular price
  regulärer preis | tarif régulier | precio normal | prezzo di listino | reguliere prijs | cena | preço normal | preço | 標準価格 | normalpris
  ordinarie pris | ordinær pris | normaali hinta
categories
  kategorien | catégories | categorías | categorie | categorieën | kategorie | categorias | カテゴリー | kategorier | osastot
tags
  schlagwörter | étiquettes | etiquetas | etichette | tag | tagi | タグ | etiketter | taggar | stikkord | avainsanat
shipping class
  versandklasse | classe de livraison | classe d'expédition | clase de envío | classe di spedizione | verzendklasse | klasa wysyłkowa
  classe de envio | classes de envio | classe de entrega | 送料区分 | 配送クラス | forsendelsesklasse | fraktklass | fraktklasse | toimitusluokka
images
  bilder | imágenes | immagine | afbeeldingen | obrazki | imagens | 画像 | billeder | kuvat
download limit
  downloadlimit | limite de téléchargement | límite de descargas | limite di download | downloadlimiet | limit pobrań | limite de descarregamento
  limite de download | limite de downloads | ダウンロード制限 | downloadbegrænsning | nedladdningsgräns | nedlastningsbegrensning | latausraja
download expiry days
  ablauftage des downloads | jours d'expiration du téléchargement | días de caducidad de la descarga | días de expiración de la descarga
  scarica i giorni di scadenza | dagen vervaltijd download | ważność pobierania | dias para expirar o descarregamento | dias para expirar o download
  ダウンロード有効期限日 | download udløbsdage | ladda ned utgångsdagar | ladda ner utgångsdagar | dager til utløpsdato for nedlastingen
  latauksen vanhenemisaika päivissä
parent
  übergeordnetes produkt | superior | genitore | hoofd | element nadrzędny | rodzic | pai | ascendente | produto ascendente | 親 | forældre | förälder
  överordnad | forelder | ylempi taso
grouped products
  gruppierte produkte | groupes de produits | produits groupés | productos agrupados | prodotti raggruppati | gegroepeerde producten
  produkty grupowe | produtos agrupados | grupo de produtos | セット販売商品 | grupperede varer | grupperade produkter | grupperte produkter | joukkotuotteet
upsells
  zusatzverkäufe | montée en gamme | produits suggérés | ventas dirigidas | up-sell | produkty "up-sell" | aumenta vendas | aumentar vendas | アップセル
  mersalg | merförsäljning | uppförsäljning | oppsalg | parempi tuote (up-sell)
cross-sells
  cross-sells (querverkäufe) | ventes croisées | ventas cruzadas | cross-sell | produkty "cross-sell" | vendas cruzadas | venda cruzada | クロスセル
  krydssalg | korsförsäljning | kryssalg | lisätuote (cross-sell)
external url
  externe url | url externe | url externa | url esterna | zewnętrzny adres url | url externo | 外部 url | ekstern url (webadresse) | extern url
  ekstern url | ulkoinen verkko-osoite
button text
  button-text | libellé du bouton | texto del botón | testo del pulsante | knop tekst | tekst przycisku | texto do botão | ボタンのテキスト | ボタンテキスト
  knap tekst | knapptext | knappetekst | painikkeen teksti
position
  posición | posizione | positie | pozycja | posição | 位置 | 配置 | posisjon | paikka
brands
  marken | marques | marcas | merken
attribute %d name
  attribut %d name | nom de l'attribut %d | nombre del atributo %d | attributo %d nome | naam eigenschap %d | nazwa atrybutu %d | atributo %d nome
  nome do atributo %d | 属性 %d の名前 | egenskab %d navn | attribut %d namn | attributt %d navn | ominaisuus %d nimi
attribute %d value(s)
  attribut %d wert(e) | valeur(s) de l'attribut %d | valor(es) del atributo %d | attributo %d valuta(e) | waarde eigenschap %d | wartości atrybutu %d
  atributo %d valor(es) | valores do atributo %d | 属性 %d の値 | egenskab %d værdi(er) | attribut %d värde(n) | attributt %d verdi(er)
  ominaisuus %d arvo(t)
attribute %d visible
  attribut %d sichtbar | attribut %d visible | atributo visible %d | attributo %d visibile | zichtbare eigenschap %d | atrybut %d widoczny
  atributo %d visível | visibilidade do atributo %d | 属性 %d を表示 | egenskab %d er synlig | attribut %d synligt | attributt %d synlig
  ominaisuus %d näkyy
attribute %d global
  attribut %d global | atributo global %d | attributo %d globale | globale eigenschap %d | atrybut %d: globalny | atributo %d global | 属性 %d のグローバル
  egenskab %d globalt | attribut %d globalt | attributt %d global | ominaisuus %d kaikkialla käytetty
attribute %d default
  attribut %d standard | attribut %d par défaut | atributo por defecto %d | attributo %d predefinito | standaardeigenschap %d
  atrybut %d: wartość domyślna | atributo %d por omissão | atributo padrão %d | 属性 %d のデフォルト | egenskab %d standard | attribut %d standardvärde
  attributt %d standard | ominaisuuden %d oletus
`;

const englishNames = new Map<string, string>();
let english = '';
for (const line of translations.trim().split('\n'))
  if (line.startsWith(' ')) for (const name of line.trim().split(' | ')) englishNames.set(name, english);
  else english = line;

/** Columns with fields of plugins. */
const metaPrefix = /^(?:meta|méta|pola|metadados|metadado|metatieto|メタ) ?: ?/;

/** The English name of a column, in lower case; an unknown name stays what it is. */
export function translateColumn(name: string): string {
  const key = name.trim().toLowerCase().replaceAll('’', "'").replaceAll(/\s+/g, ' ');
  const [number = ''] = /\d+/.exec(key) ?? [];
  const englishName = englishNames.get(number === '' ? key : key.replace(number, '%d'));
  return englishName?.replace('%d', number) ?? key.replace(metaPrefix, 'meta: ');
}
