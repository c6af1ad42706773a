import type { FileColumn } from './file-findings.ts';

/** Names that shops give to columns, in lower case, by the field they mean. */
const usualNames: Readonly<Record<string, readonly string[]>> = {
  id: [
    'item id',
    'item_id',
    'product id',
    'product_id',
    'productid',
    'artikelnummer',
    'artikelnr',
    'artikel-nr',
    'artikel-nr.',
    'art.-nr.',
    'référence',
    'reference',
    'referencia',
    'codice',
    'artikelcode',
    'indeks',
  ],
  sku: ['article number', 'item number', 'model number'],
  name: [
    'title',
    'product name',
    'product_name',
    'productname',
    'product',
    'bezeichnung',
    'artikelbezeichnung',
    'titel',
    'produktname',
    'artikelname',
    'nom',
    'titre',
    'libellé',
    'nombre',
    'título',
    'nome',
    'titolo',
    'naam',
    'nazwa',
  ],
  price: [
    'price eur',
    'sales price',
    'unit price',
    'preis',
    'verkaufspreis',
    'bruttopreis',
    'vk',
    'prix',
    'prix ttc',
    'precio',
    'prezzo',
    'preço',
    'prijs',
    'cena',
  ],
  description: [
    'body',
    'text',
    'beschreibung',
    'langtext',
    'descripción',
    'descrizione',
    'descrição',
    'omschrijving',
    'opis',
  ],
  imgs: [
    'image',
    'images',
    'image url',
    'image_url',
    'image link',
    'picture',
    'photo',
    'bild',
    'bilder',
    'bild-url',
    'imagen',
    'immagine',
    'afbeelding',
    'zdjęcie',
  ],
  brand: ['manufacturer', 'vendor', 'marke', 'hersteller', 'marque', 'marca', 'merk', 'marka', 'producent'],
  category: [
    'product type',
    'kategorie',
    'warengruppe',
    'catégorie',
    'categoría',
    'categoria',
    'categorie',
    'kategoria',
  ],
  stock: [
    'inventory',
    'quantity',
    'qty',
    'bestand',
    'lagerbestand',
    'menge',
    'quantité',
    'existencias',
    'giacenza',
    'voorraad',
    'stan',
  ],
  color: ['colour', 'farbe', 'couleur', 'colore', 'kleur', 'kolor'],
  size: ['größe', 'groesse', 'taille', 'talla', 'taglia', 'maat', 'rozmiar'],
  groupId: ['group', 'group id', 'parent', 'parent id', 'item group id', 'hauptartikel', 'vaterartikel'],
  gtin: ['barcode', 'ean code', 'ean-code'],
  url: ['link', 'product url', 'product link', 'produkt-url'],
};

/** A field that a column with a usual name probably means, if no column becomes it yet; null: none. */
export function suggestedFields(columns: readonly FileColumn[]): (string | null)[] {
  const taken = new Set(columns.flatMap(({ field }) => field ?? []));
  return columns.map(({ name, field }) => {
    // Only columns that stay what they are called.
    if (field !== name) return null;
    const key = name.trim().toLowerCase();
    const found = Object.keys(usualNames).find(
      (target) => !taken.has(target) && (key === target.toLowerCase() || usualNames[target]!.includes(key)),
    );
    if (found !== undefined) taken.add(found);
    return found ?? null;
  });
}
