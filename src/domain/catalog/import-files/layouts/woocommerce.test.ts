import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../../../ports/limits.ts';
import { readFile } from '../import-file.fixture.ts';
import { blue, csv, hoodie, mug, type ExportRow } from './woocommerce.fixture.ts';

test('the variations of a WooCommerce export are items, with the texts of their product', async () => {
  const green: ExportRow = {
    ...blue,
    ID: '102',
    SKU: 'HOOD-G',
    Parent: 'id:100',
    'Attribute 1 value(s)': 'Green',
    'Sale price': '',
    Images: '',
  };
  const { items, errors, findings } = await readFile(csv([hoodie, blue, green]));
  assert.deepEqual([errors, findings.layout], [[], 'woocommerce']);
  assert.deepEqual(items[0], {
    id: '101',
    sku: 'HOOD-B',
    name: 'Hoodie - Blue',
    'Weight (kg)': 0.8,
    imgs: [
      'https://shop.example/hoodie-blue.jpg',
      'https://shop.example/hoodie.jpg',
      'https://shop.example/hoodie-back.jpg',
    ],
    color: 'Blue',
    price: 39,
    regularPrice: 45,
    stock: 12,
    'Meta: care': 'cold',
    description: 'Made of wool. Wash cold.',
    shortDescription: 'A warm hoodie.',
    categories: ['Clothing > Hoodies', 'Gifts, small'],
    tags: ['warm', 'wool'],
    Fabric: 'Wool',
    groupId: '100',
  });
  assert.deepEqual(
    [
      items[1]?.['id'],
      items[1]?.['color'],
      items[1]?.['price'],
      items[1]?.['regularPrice'],
      items[1]?.['groupId'],
    ],
    ['102', 'Green', 45, undefined, '100'],
  );
  assert.equal(items.length, 2);
});

test('a simple product of WooCommerce is an item', async () => {
  const { items } = await readFile(csv([mug]));
  assert.deepEqual(items, [
    {
      id: '7',
      sku: 'MUG',
      gtin: '04012345678901',
      name: 'Mug',
      categories: ['Kitchen'],
      featured: true,
      price: 9.5,
      imgs: [],
      description: '',
    },
  ]);
  const withoutId = await readFile(csv([{ ...mug, ID: '' }]));
  assert.equal(withoutId.items[0]?.['id'], 'MUG');
});

test('what WooCommerce hides is inactive, also by its product', async () => {
  const rows: ExportRow[] = [
    { ...mug, Published: '0' },
    { ...mug, Published: '-1' },
    { ...mug, 'Visibility in catalog': 'hidden' },
    { ...hoodie, Published: '0' },
    blue,
    mug,
  ];
  const { items } = await readFile(csv(rows));
  assert.deepEqual(
    items.map((item) => item['active']),
    [false, false, false, false, undefined],
  );
});

test('the stock of a WooCommerce product', async () => {
  const rows: ExportRow[] = [
    { ...mug, 'In stock?': '0' },
    { ...mug, 'In stock?': '0', Stock: '3' },
    { ...mug, Stock: '0', 'Backorders allowed?': 'notify' },
    { ...mug, Stock: '-1' },
    { ...mug, 'In stock?': 'backorder' },
  ];
  const { items } = await readFile(csv(rows));
  assert.deepEqual(
    items.map((item) => item['stock']),
    [0, 0, undefined, 0, undefined],
  );
});

test('each fault of a WooCommerce export has one message at its line', async () => {
  const faults: [readonly ExportRow[], items: number, string][] = [
    [
      [mug, blue],
      1,
      'line 3: column "Parent" must name a product of the type variable in a row above: current value is "HOOD"',
    ],
    [
      [mug, { ...mug, 'Regular price': '' }],
      1,
      'line 3: column "Regular price" must not be empty: it becomes price',
    ],
    [
      [mug, { ...mug, 'Regular price': 'call us' }],
      1,
      'line 3: column "Regular price" must be a price: current value is "call us"',
    ],
    [[mug, { ...mug, ID: '', SKU: '' }], 1, 'line 3: column "ID" must not be empty: it becomes id'],
    [[mug, { ...mug, Name: '' }], 1, 'line 3: column "Name" must not be empty: it becomes name'],
    [
      [mug, { ...mug, Stock: 'lots' }],
      1,
      'line 3: column "Stock" must be a whole number: current value is "lots"',
    ],
    [
      [mug, { ...mug, 'Sale price': '1.00', 'Date sale price ends': 'soon' }],
      1,
      'line 3: column "Date sale price ends" must be a date such as 2026-11-30: current value is "soon"',
    ],
  ];
  for (const [rows, count, message] of faults) {
    const { items, errors } = await readFile(csv(rows));
    assert.deepEqual([items.length, errors], [count, [message]], message);
  }
});

test('variable products of WooCommerce are forgotten beyond their limit, the oldest first', async () => {
  // Each with 14 MiB of text: a little over 4 fit.
  const text = 'x'.repeat(14 * 1024 * 1024);
  const parents = [1, 2, 3, 4, 5].map((no): ExportRow => ({
    ...hoodie,
    ID: `${no}`,
    SKU: '',
    Tags: text,
    'Meta: care': '',
  }));
  const children = [1, 5].map((no): ExportRow => ({ ...blue, ID: `1${no}`, Parent: `id:${no}` }));
  const { errors } = await readFile(csv([...parents, ...children]), { size: 1_048_576 });
  assert.ok(5 * text.length > limits.importParentBytesMax && 4.1 * text.length < limits.importParentBytesMax);
  assert.deepEqual(
    errors.map((message) => message.slice(0, 60)),
    [
      'line 7: column "Parent" must name a product of the type vari',
      'line 8 must be at most 100000 bytes of JSON, pictures apart:',
    ],
  );
});

/** The header of an export, by the language of the admin. */
const headers: readonly (readonly [language: string, header: string])[] = [
  [
    'German',
    'ID,Typ,Artikelnummer,"GTIN, UPC, EAN oder ISBN",Name,Veröffentlicht,Sichtbarkeit im Katalog,Kurzbeschreibung,Beschreibung,Vorrätig?,Lager,Angebotspreis,Regulärer Preis,Kategorien,Schlagwörter,Bilder,Übergeordnetes Produkt,Marken,Attribut 1 Name,Attribut 1 Wert(e),Meta: _geheim',
  ],
  [
    'French',
    'ID,Type,UGS,"GTIN, UPC, EAN ou ISBN",Nom,Publié,Visibilité dans le catalogue,Description courte,Description,En stock ?,Stock,Tarif promo,Tarif régulier,Catégories,Étiquettes,Images,Parent,Marques,Nom de l’attribut 1,Valeur(s) de l’attribut 1 ,Méta : _secret',
  ],
  [
    'Spanish',
    'ID,Tipo,SKU,"GTIN, UPC, EAN o ISBN",Nombre,Publicado,Visibilidad en el catálogo,Descripción corta,Descripción,¿Existencias?,Inventario,Precio rebajado,Precio normal,Categorías,Etiquetas,Imágenes,Superior,Marcas,Nombre del atributo 1,Valor(es) del atributo 1,Meta: _secreto',
  ],
  [
    'Dutch',
    'ID,Type,SKU,"GTIN, UPC, EAN of ISBN",Naam,Gepubliceerd,Zichtbaarheid in catalogus,Korte beschrijving,Beschrijving,Op voorraad?,Voorraad,Actieprijs,Reguliere prijs,Categorieën,Tags,Afbeeldingen,Hoofd,Merken,Naam eigenschap 1,Waarde eigenschap 1,Meta: _geheim',
  ],
  [
    'Italian',
    'ID,Tipo,COD,EAN,Nome,Pubblicato,Visibilità nel catalogo,Breve descrizione,Descrizione,In stock?,Magazzino,Prezzo in offerta,Prezzo di listino,Categorie,Tag,Immagine,Genitore,Marca,Attributo 1 nome,Attributo 1 valuta(e),Meta: _segreto',
  ],
  [
    'Polish',
    'ID,Typ,SKU,EAN,Nazwa,Opublikowany,Widoczność w katalogu,Krótki opis,Opis,W magazynie?,Magazyn,Cena promocyjna,Cena,Kategorie,Tagi,Obrazki,Rodzic,Marka,Nazwa atrybutu 1,Wartości atrybutu 1,Pola: _ukryte',
  ],
  [
    'Portuguese of Portugal',
    'ID,Tipo,REF,EAN,Nome,Publicado,Visibilidade no catálogo,Descrição breve,Descrição,Em stock?,Stock,Preço promocional,Preço normal,Categorias,Etiquetas,Imagens,Pai,Marca,Atributo 1 nome,Atributo 1 valor(es),Metadados: _oculto',
  ],
  [
    'Portuguese of Brazil',
    'ID,Tipo,SKU,EAN,Nome,Publicado,Visibilidade no catálogo,Descrição curta,Descrição,Em estoque?,Estoque,Preço promocional,Preço,Categorias,Tags,Imagens,Produto ascendente,Marca,Nome do atributo 1,Valores do atributo 1,Metadado: _oculto',
  ],
  [
    'Japanese',
    'ID,タイプ,SKU,EAN,名前,公開済み,カタログでの表示,簡単な説明,説明,在庫の有無,在庫,セール価格,標準価格,カテゴリー,タグ,画像,親,ブランド,属性 1 の名前,属性 1 の値,メタ: _secret',
  ],
];
const rows = [
  '7,variable,H-1,,Hoodie,1,visible,Short,Long,1,,,,"Clothes","warm",https://a.example/h.jpg,,,Color,"Red, Blue",x',
  '8,variation,H-1-R,,Hoodie - Red,1,visible,,,1,3,"39,90","45,00",,,,H-1,,Color,Red,x',
  '9,simple,M-1,,Mug,1,visible,,,0,,,"gratis",,,,,,,,x',
];

for (const [language, header] of headers) {
  test(`an export of WooCommerce in ${language} is read as one in English, and errors name its columns`, async () => {
    const { items, errors, findings, columns } = await readFile([header, ...rows].join('\n'));
    assert.equal(findings.layout, 'woocommerce');
    const [first, ...others] = items;
    assert.deepEqual(others, []);
    const { id, sku, name, price, regularPrice, stock, groupId, categories, tags, color, imgs, description } =
      first as Record<string, unknown>;
    assert.deepEqual(
      [id, sku, name, price, regularPrice, stock, groupId, categories, tags, color, imgs, description],
      [
        '8',
        'H-1-R',
        'Hoodie - Red',
        39.9,
        45,
        3,
        '7',
        ['Clothes'],
        ['warm'],
        'Red',
        ['https://a.example/h.jpg'],
        'Long',
      ],
    );
    const names = columns.filter(({ field }) => field === 'price').map((column) => column.name);
    assert.deepEqual(errors, [
      `line 4: column ${JSON.stringify(names.at(-1))} must be a price: current value is "gratis"`,
    ]);
    assert.equal(columns.at(-1)?.field, null, 'fields of plugins are left out');
  });
}
