import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { saveFile } from '../../../app/save-file.ts';
import { useToast } from '../../../app/toasts.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { RadioCards } from '../../../parts/field.tsx';
import { count, counted } from '../../../parts/formats.ts';
import { ProgressLine } from '../../../parts/progress-line.tsx';
import { ErrorNote } from '../../../parts/states.tsx';
import type { ItemQuery } from '../item-query.ts';
import { itemCsv } from './item-csv.ts';
import { readExport } from './read-export.ts';

type Scope = 'found' | 'all';
type Format = 'csv' | 'ndjson';

/** Saves the catalog, or what the query finds, as a file that an import reads. */
export function ExportDialog({
  project,
  query,
  found,
  startsAtOnce,
  onClose,
}: {
  project: string;
  query: ItemQuery;
  /** What the query finds, in words. */
  found: string;
  /** Whether it saves what the query finds as CSV without asking. */
  startsAtOnce: boolean;
  onClose: () => void;
}): ReactNode {
  const [scope, setScope] = useState<Scope>('found');
  const [format, setFormat] = useState<Format>('csv');
  const [progress, setProgress] = useState<{ read: number; total: number } | null>(null);
  const [error, setError] = useState<unknown>(null);
  const abort = useRef(new AbortController());
  const notify = useToast();
  const start = async (): Promise<void> => {
    setError(null);
    setProgress({ read: 0, total: 0 });
    abort.current = new AbortController();
    try {
      const items = await readExport(
        project,
        scope === 'all' ? null : query,
        (read, total) => setProgress({ read, total }),
        abort.current.signal,
      );
      const name = `${project}-${new Date().toISOString().slice(0, 10)}.${format}`;
      // The mark tells Excel that the file is UTF-8.
      if (format === 'csv') saveFile(name, `\ufeff${itemCsv(items)}`, 'text/csv');
      else saveFile(name, items.map((item) => `${JSON.stringify(item)}\n`).join(''), 'application/x-ndjson');
      notify(`Exported ${counted(items.length, 'item')}`);
      onClose();
    } catch (thrown) {
      if (!abort.current.signal.aborted) setError(thrown);
      setProgress(null);
    }
  };
  const startAtOnce = useEffectEvent(() => {
    if (startsAtOnce) void start();
  });
  useEffect(() => {
    startAtOnce();
    return () => abort.current.abort();
  }, []);
  return (
    <Dialog title="Export" onClose={onClose}>
      <form className="stack" onSubmit={(event) => (event.preventDefault(), void start())}>
        <RadioCards<Scope>
          legend="Items"
          value={scope}
          onValue={setScope}
          options={[
            ['found', 'What is listed', `${found}, each variant on its own`],
            ['all', 'The whole catalog', 'Active and inactive items'],
          ]}
        />
        <RadioCards<Format>
          legend="Format"
          value={format}
          onValue={setFormat}
          options={[
            ['csv', 'CSV', 'For spreadsheets. An import reads it again.'],
            ['ndjson', 'NDJSON', 'Keeps the types of all values, for programs and copies.'],
          ]}
        />
        {progress !== null && (
          <ProgressLine
            label={
              progress.total === 0
                ? 'Reading items …'
                : `${count(progress.read)} of ${counted(progress.total, 'item')}`
            }
            done={progress.read}
            total={progress.total}
          />
        )}
        {error !== null && <ErrorNote error={error} />}
        <div className="row end">
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="button main" disabled={progress !== null}>
            {progress === null ? 'Export' : 'Exporting …'}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
