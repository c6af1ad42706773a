import { isTextField } from '../../../ports/catalog/item-fields.ts';
import type { FileColumn } from './file-findings.ts';

/** Names that shops give to columns, by the field they mean. Compared without case, accents, separators and plurals. */
const usualNames: Readonly<Record<string, string>> = {
  id: 'item id, product id, offer id, article id, artikelnummer, artikelnr, artikel nr, art nr, artikelcode, artikel id, reference, referencia, codice, indeks, code, product code, item code, external id, object id, kod',
  sku: 'article number, item number, model number, vendor code, product number',
  name: 'title, product name, product title, item name, product, bezeichnung, artikelbezeichnung, titel, produktname, artikelname, nom, titre, libelle, nombre, titulo, nome, titolo, naam, nazwa, nazev, model name',
  price:
    'sales price, unit price, price vat, price incl vat, selling price, retail price, preis, verkaufspreis, bruttopreis, preis brutto, vk, vk preis, prix, prix ttc, precio, prezzo, preco, prijs, cena',
  regularPrice:
    'regular price, list price, old price, oldprice, original price, was price, rrp, uvp, msrp, compare at price, streichpreis, prix barre',
  currency: 'currency code, currency id, wahrung, devise, moneda, valuta, waluta',
  description:
    'body, text, long description, product description, beschreibung, langtext, descripcion, descrizione, descricao, omschrijving, opis, popis',
  imgs: 'image, img, image url, img url, imgurl, image link, image src, main image, base image, picture, picture url, photo, photo url, gallery, bild, bild url, foto, imagen, immagine, afbeelding, zdjecie, obrazek',
  brand:
    'brand name, manufacturer, vendor, producer, make, marke, hersteller, marque, marca, merk, marka, producent, vyrobce',
  category:
    'category name, category path, category text, categorytext, product type, product category, kategorie, warengruppe, categoria, categorie, kategoria',
  tags: 'keyword, label, schlagwort, schlagworte, etiquette, etiqueta, etichetta',
  stock:
    'stock quantity, stock level, inventory, inventory quantity, quantity, qty, bestand, lagerbestand, menge, quantite, existencia, giacenza, voorraad, stan',
  active: 'is active, enabled, is enabled, published, visible, aktiv, actif, activo, attivo, actief',
  color: 'colour, farbe, couleur, colore, kleur, kolor, barva',
  size: 'grosse, groesse, taille, talla, taglia, maat, rozmiar, velikost',
  gender: 'geschlecht, genre, sexe, genero, genere, geslacht',
  groupId:
    'group, group id, item group id, itemgroup id, parent, parent id, parent sku, parent code, hauptartikel, vaterartikel',
  gtin: 'barcode, bar code, ean code, ean, ean 13, ean13, ean 8, ean8, upc, upc code, gtin 13, gtin13, gtin 14, gtin14, gtin 12, gtin12',
  mpn: 'manufacturer part number, part number, herstellernummer, herstellerartikelnummer',
  url: 'link, product url, product link, page url, permalink, deeplink, deep link, produkt url, produktlink',
};

/** `Price (EUR)` is a price. */
const currencies: ReadonlySet<string> = new Set(
  Intl.supportedValuesOf('currency').map((currency) => currency.toLowerCase()),
);
const targetByKey = new Map(
  Object.entries(usualNames).flatMap(([target, names]) =>
    [target, ...names.split(', ')].map((name) => [normalizeColumnName(name), target] as const),
  ),
);
const targets: ReadonlySet<string> = new Set(Object.keys(usualNames));

/** A field that a column with a usual name probably means, if no column becomes it yet, or null. */
export function suggestFields(columns: readonly FileColumn[]): (string | null)[] {
  const usedFields = new Set(columns.flatMap(({ field }) => field ?? []));
  const suggested = columns.map(({ name, field }) => {
    // Suggestions are for columns without a mapping whose name is not that of a field.
    if (field !== name || targets.has(name)) return null;
    if (isTextField(name) && name === name.toLowerCase()) return null;
    const target = targetByKey.get(normalizeColumnName(name)) ?? null;
    if (target === null || usedFields.has(target)) return null;
    usedFields.add(target);
    return target;
  });
  if (usedFields.has('id')) return suggested;
  // Magento and others identify products by `sku` alone.
  const sku = columns.findIndex(({ name, field }) => field === name && normalizeColumnName(name) === 'sku');
  return suggested.map((found, at) => (at === sku ? 'id' : found));
}

/** `Name *`, `NAME` and `name` have one key; so have `Image URLs`, `image_url`, `imageUrl` and `IMAGEURL`. */
function normalizeColumnName(name: string): string {
  return name
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/ (?:required|pflichtfeld|obligatoire|mandatory)$/, '')
    .replaceAll(/(?<=\p{L}{3})ies\b/gu, 'y')
    .replaceAll(/(?<=\p{L}{2}[^s])s\b/gu, '')
    .replace(/^(\p{L}+) (?:in )?([a-z]{3})$/u, (whole, word: string, currency: string) =>
      currencies.has(currency) ? word : whole,
    )
    .replaceAll(' ', '');
}
