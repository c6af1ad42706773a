import type { VitrineClient } from '@vitrine/sdk';

/** Calls of the operations on items, in an order in which each succeeds. */
export const project = 'shop';
export const item = (id: string) => ({
  id,
  sku: id,
  name: `Oak ${id}`,
  imgs: [],
  price: 10,
  description: '',
  brand: 'B',
});
const pastSearch = `{"search":{"id":"past","at":${Date.now() - 9e7},"query":"oak","items":["a"]}}`;

export const itemCalls: Readonly<Record<string, ((client: VitrineClient) => Promise<unknown>)[]>> = {
  addItems: [
    (c) => c.items.add(project, item('a'), { fields: ['name'] }),
    (c) => c.items.addMany(project, [item('b'), item('c'), item('b')]),
  ],
  listItems: [(c) => c.items.list(project, { limit: 2, offset: 1, active: true, fields: ['name'] })],
  getItem: [(c) => c.items.get(project, 'a', { by: 'id', fields: ['name'] })],
  changeItem: [(c) => c.items.change(project, 'a', { price: 12, active: null }, { by: 'id', ifVersion: 1 })],
  changeItems: [
    (c) =>
      c.items.changeMany(
        project,
        [
          { id: 'b', price: 11, size: null },
          { id: 'b', _version: 7, price: 12 },
          { id: 'none', price: 12 },
        ],
        { fields: ['price'] },
      ),
    (c) => c.items.changeMany(project, [{ id: 'c', price: 9 }]),
  ],
  changeMatchingItems: [
    (c) =>
      c.items.changeMatching(project, 'brand:B', { 'specs.checked': true }, { wait: 60, task: 'checked' }),
  ],
  deleteItems: [
    async (c) => {
      await c.items.addMany(project, ['e', 'f', 'g'].map(item));
      return c.items.removeMany(project, ['e', 'none'], { by: 'id' });
    },
    (c) => c.items.removeMatching(project, 'id:f', { wait: 60, task: 'removed' }),
    async (c) => {
      await c.admin.createProject({ id: 'emptied' });
      return c.items.removeAll('emptied', { wait: 60 });
    },
  ],
  importItems: [
    (c) => c.items.import(project, '{"id":"b","price":13}', { mode: 'update' }),
    (c) =>
      c.items.import(project, 'id,name,price\nd,Oak d,5\n', {
        format: 'csv',
        layout: 'plain',
        encoding: 'utf-8',
        decimal: 'point',
        task: 'first',
      }),
    (c) =>
      c.items.import('emptied', '{"id":"z","name":"Oak z","price":1}\n{"id":"y"}', {
        mode: 'replaceAll',
        allowRejected: true,
      }),
  ],
  getRejectedLines: [
    async (c) => {
      await c.items.import(project, 'id,name,price\ne,,5\n', { format: 'csv', task: 'mended' });
      return c.items.rejectedLines(project, 'mended');
    },
  ],
  previewImport: [
    (c) =>
      c.items.previewImport(project, 'id,Titel,price\nd,Oak d,5\nd,Oa', {
        format: 'csv',
        mapping: { Titel: 'name' },
        partial: true,
      }),
  ],
  importHistory: [(c) => c.admin.importHistory(project, pastSearch, { task: 'history' })],
  getTask: [(c) => c.items.task('first'), (c) => c.items.task('checked'), (c) => c.items.task('history')],
  exportItems: [(c) => Array.fromAsync(c.items.export(project))],
};
