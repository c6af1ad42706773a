import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { asJson, vitrine, withFolder } from '../support/command-line.ts';
import { item } from '../support/service.ts';

test('the CLI previews an import, and imports with a mapping', async () => {
  await withFolder(async (folder) => {
    const data = ['--data', join(folder, 'data')];
    await asJson(['projects', 'create', 'shop', ...data]);
    const file = join(folder, 'artikel.csv');
    await writeFile(file, Buffer.from('Nr;Titel;Preis\n7;Gr\xf6\xdfe;1.299\n', 'latin1'));
    const command = ['import', file, '--project', 'shop', ...data];
    const unmapped = await vitrine([...command, '--preview']);
    assert.equal(unmapped.status, 1);
    assert.deepEqual(unmapped.stdout.split('\n').slice(0, 6), [
      '1 lines read, 1 would be rejected. Nothing was stored.',
      'Columns:',
      '  Nr     Nr  (a field of this name)',
      '  Titel  Titel  (a field of this name; perhaps name?)',
      '  Preis  Preis  (a field of this name; perhaps price?)',
      'Problem: No column becomes id: choose one in the mapping',
    ]);
    await writeFile(join(folder, 'mapping.json'), '{"Nr":"id","Titel":"name","Preis":"price"}');
    const options = [
      '--mapping',
      join(folder, 'mapping.json'),
      '--decimal',
      'comma',
      '--encoding',
      'windows-1252',
      '--layout',
      'plain',
    ];
    const mapped = await vitrine([...command, ...options, '--preview']);
    assert.equal(mapped.status, 0, mapped.stderr);
    assert.match(mapped.stdout, /"name":"Größe","price":1299/);
    const imported = await vitrine([...command, ...options]);
    assert.equal(imported.status, 0, imported.stderr);
    assert.match(
      imported.stdout,
      /^1 added, 0 replaced, 0 rejected\nFile: csv, windows-1252, delimiter ";", decimal comma\n/,
    );
  });
});

test('the CLI replaces a catalog, or tells the rejected lines for which it did not', async () => {
  await withFolder(async (folder) => {
    const data = ['--data', join(folder, 'data')];
    await asJson(['projects', 'create', 'shop', ...data]);
    const replace = async (lines: readonly object[], ...more: string[]) =>
      vitrine(['import', '-', '--project', 'shop', '--mode', 'replaceAll', ...more, ...data], {
        input: lines.map((line) => JSON.stringify(line)).join('\n'),
      });
    const first = await replace([item('a'), item('b')]);
    assert.equal(first.stdout, '2 added, 0 replaced, 0 unchanged, 0 removed, 0 rejected\n');
    const file = join(folder, 'mend.ndjson');
    const refused = await replace([item('a'), { id: 'b', name: 'No price' }], '--rejected', file);
    assert.equal(await readFile(file, 'utf8'), '{"id":"b","name":"No price"}\n');
    assert.equal(refused.status, 1);
    assert.match(
      refused.stderr,
      /a line was rejected \(catalog_not_replaced\)\n {2}line 2: price is required/,
    );
    const allowed = await replace([item('c'), { id: 'b', name: 'No price' }], '--allow-rejected');
    assert.equal(allowed.status, 1);
    assert.match(allowed.stdout, /^1 added, 0 replaced, 0 unchanged, 1 removed, 1 rejected\n/);
  });
});

test('the CLI reports rejected lines of an import and exits 1', async () => {
  await withFolder(async (folder) => {
    const data = ['--data', join(folder, 'data')];
    await asJson(['projects', 'create', 'shop', ...data]);
    const csv = 'id,sku,name,imgs,price,description\na,s,First,,5,\nb,s,,,five,\nc,s,Third,,cheap,\n';
    await writeFile(join(folder, 'items.csv'), csv);
    const ran = await vitrine(['import', join(folder, 'items.csv'), '--project', 'shop', ...data]);
    assert.equal(ran.status, 1);
    assert.deepEqual(ran.stdout.split('\n'), [
      '1 added, 0 replaced, 2 rejected',
      'File: csv, utf-8, delimiter ","',
      'Defaults used: imgs (1), description (1)',
      '  line 3: column "name" must not be empty; column "price" must be a price: current value is "five"',
      '  line 4: column "price" must be a price: current value is "cheap"',
      '',
    ]);
    assert.equal(ran.stderr, '', 'no progress unless stderr is a terminal');
    const many = await vitrine(['import', '-', '--project', 'shop', ...data], { input: 'x\n'.repeat(1_100) });
    const lines = many.stdout.trimEnd().split('\n');
    assert.equal(lines.length, 22);
    assert.equal(lines.at(-1), '  and 1080 more errors');
    const piped = await vitrine(['import', '-', '--project', 'shop', '--json', ...data], {
      input: `${JSON.stringify(item('d'))}\n{"id":`,
    });
    assert.equal(piped.status, 1);
    const { task } = JSON.parse(piped.stdout) as { task: { progress: { created: number; failed: number } } };
    assert.deepEqual([task.progress.created, task.progress.failed], [1, 1]);
  });
});
