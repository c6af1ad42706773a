import { counted } from '../../parts/formats.ts';
import type { PlacedBlock } from './pasted-block.ts';

/** What a paste changed, and what did not fit. */
export interface PasteNotice {
  readonly text: string;
  readonly isIncomplete: boolean;
}

const namesMax = 5;

export function pasteNotice({ cells, isMatched, unmatched, rowsCut, columnsCut }: PlacedBlock): PasteNotice {
  const items = new Set(cells.map(({ _id }) => _id)).size;
  const names = unmatched.slice(0, namesMax).join(', ') + (unmatched.length > namesMax ? ', …' : '');
  const missing = [
    unmatched.length === 0
      ? ''
      : `Left out ${rowsOf(unmatched.length)} whose id or SKU is not that of one item shown: ${names}.`,
    rowsCut === 0 ? '' : `Left out ${rowsOf(rowsCut)} below the last item.`,
    columnsCut === 0 ? '' : `Left out ${counted(columnsCut, 'column')} after the last one.`,
  ].filter((text) => text !== '');
  const pasted = `Pasted ${counted(cells.length, 'value')} into ${counted(items, 'item')}${
    isMatched ? ', matched by id or SKU' : ''
  }.`;
  return { text: [pasted, ...missing].join(' '), isIncomplete: missing.length > 0 };
}

function rowsOf(count: number): string {
  return counted(count, 'row');
}
