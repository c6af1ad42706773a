import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { hitsMax, ownMeter, type SearchEngine } from './engine.ts';
import { peerProduct } from './peer-product.ts';
import { wordsOf, type BenchQuery } from './queries.ts';

/** All words, the last one as a prefix. */
function matchOf(text: string): string {
  const words = wordsOf(text);
  return words.map((word, i) => `"${word}"${i === words.length - 1 ? '*' : ''}`).join(' ');
}

function conditionsOf(query: BenchQuery): { sql: string; values: SQLInputValue[] } {
  const values: SQLInputValue[] = [matchOf(query.text)];
  const parts = query.filter.map((clause) => {
    if (clause.field === 'price') {
      values.push(clause.min, clause.max);
      return 'AND price BETWEEN ? AND ?';
    }
    if (clause.field === 'category') {
      values.push(clause.value, `${clause.value} > `, `${clause.value} >!`);
      return 'AND (category = ? OR (category >= ? AND category < ?))';
    }
    values.push(clause.value);
    return `AND ${clause.field} = ?`;
  });
  return { sql: parts.join(' '), values };
}

/** SQLite FTS5 with a product table, on disk. */
export function sqlite(): SearchEngine {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-bench-'));
  const file = join(folder, 'products.sqlite');
  const database = new DatabaseSync(file);
  database.exec(`
    PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -262144;
    CREATE TABLE product (no INTEGER PRIMARY KEY, id TEXT, brand TEXT, category TEXT, color TEXT, size TEXT, price REAL);
    CREATE VIRTUAL TABLE word USING fts5(name, words, content='', tokenize='unicode61', prefix='2 3 4');
  `);
  let no = 0;
  const insertProduct = database.prepare('INSERT INTO product VALUES (?, ?, ?, ?, ?, ?, ?)');
  const insertWords = database.prepare('INSERT INTO word (rowid, name, words) VALUES (?, ?, ?)');
  const from = 'FROM word JOIN product ON product.no = word.rowid WHERE word MATCH ?';
  return {
    note: 'no typo tolerance; indexes prefixes of 2 to 4 letters',
    load(products) {
      database.exec('BEGIN');
      for (const product of products.map((each) => peerProduct(each))) {
        const { id, brand, category, color, size, price } = product;
        insertProduct.run(++no, id, brand, category, color, size, price);
        insertWords.run(no, product.name, product.words);
      }
      database.exec('COMMIT');
    },
    ready() {
      database.exec("INSERT INTO word (word) VALUES ('optimize'); ANALYZE;");
    },
    search(query) {
      const { sql, values } = conditionsOf(query);
      const hits = database
        .prepare(`SELECT id ${from} ${sql} ORDER BY bm25(word, 5, 1) LIMIT ${hitsMax}`)
        .all(...values);
      const counted = database.prepare(`SELECT count(*) AS total ${from} ${sql}`).get(...values);
      if (query.facets) {
        for (const field of ['brand', 'category', 'color', 'size']) {
          database
            .prepare(`SELECT ${field}, count(*) AS n ${from} ${sql} GROUP BY 1 ORDER BY n DESC LIMIT 20`)
            .all(...values);
        }
        database.prepare(`SELECT min(price), max(price), sum(price) ${from} ${sql}`).get(...values);
      }
      return { ids: hits.map(({ id }) => String(id)), total: Number(counted?.['total']) };
    },
    meter: ownMeter,
    diskBytes: () => statSync(file).size,
    close() {
      database.close();
      rmSync(folder, { recursive: true });
    },
  };
}
