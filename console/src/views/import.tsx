import { useRef, useState, type DragEvent, type ReactNode } from 'react';
import { importRuns, useImportRun } from '../app/import-run.ts';
import { useLoad } from '../app/load.ts';
import type { ProjectView } from '../app/project-view.ts';
import { messageOf, service } from '../app/service.ts';
import { useToast } from '../app/toasts.tsx';
import { CodeBlock } from '../parts/code-block.tsx';
import { Check, RadioCards } from '../parts/field.tsx';
import { Icon } from '../parts/icons.tsx';
import { View } from '../parts/shell.tsx';
import { ErrorNote } from '../parts/states.tsx';
import { Feeds } from './import/feeds.tsx';
import { formatOf } from './import/file-format.ts';
import { FilePreview } from './import/import-preview.tsx';
import { ImportProgress } from './import/import-progress.tsx';
import { ImportResult, RejectedLines } from './import/import-result.tsx';
import { ShopConnect } from './import/shop-connect.tsx';
import type { ImportMode } from './import/read-choices.ts';

const samples = {
  update: 'id,price,stock\na1,119.00,4\na2,,0',
  updateNdjson: '{"id":"a1","price":119,"stock":4}\n{"id":"a2","stock":0}',
  csv: 'id,name,price,imgs,brand,size\na1,Oak chair,129.00,https://shop.example/a1.jpg,Nordwald,46',
  ndjson:
    '{"id":"a1","name":"Oak chair","price":129,"imgs":["https://shop.example/a1.jpg"],"brand":"Nordwald","size":"46"}',
};

const modes = [
  [
    'replace',
    'Add or replace',
    'New items are added. Items with an existing id are replaced, with all their fields.',
  ],
  [
    'update',
    'Update',
    'Only the given fields of existing items change; empty cells of a CSV change nothing. Lines with an unknown id are rejected.',
  ],
  [
    'replaceAll',
    'Replace the whole catalog',
    'The file is the whole catalog: items that it lacks are removed. Everything changes at once, at the end. If a line is rejected, nothing changes.',
  ],
] as const;

/** The file that is previewed, each time with another key. */
interface Chosen {
  readonly key: number;
  readonly file: File;
  readonly format: Awaited<ReturnType<typeof formatOf>>;
}

export function Import({ project }: ProjectView): ReactNode {
  const run = useImportRun(project.id);
  const [mode, setMode] = useState<ImportMode>('replace');
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [error, setError] = useState<unknown>(null);
  const choose = async (file: File): Promise<void> => {
    importRuns.clear(project.id);
    setError(null);
    try {
      const format = await formatOf(file);
      setChosen((before) => ({ key: (before?.key ?? 0) + 1, file, format }));
    } catch (cause) {
      setError(new Error(`The browser cannot read ${file.name}: ${messageOf(cause)}`));
    }
  };
  const isRunning = run?.step === 'running';
  /** Counts the shops that were connected, so that their feeds are listed at once. */
  const [connected, setConnected] = useState(0);
  return (
    <View
      title="Import"
      intro="Import items from a file of any size (CSV, XML or NDJSON), or from the address of a shop."
    >
      {!isRunning && <RadioCards legend="Import mode" value={mode} onValue={setMode} options={modes} />}
      {isRunning && <ImportProgress run={run} onStop={() => importRuns.stop(project.id)} />}
      {!isRunning && chosen === null && <DropZone onFile={(file) => void choose(file)} />}
      {!isRunning && chosen !== null && (
        <FilePreview
          key={`${chosen.key} ${mode}`}
          project={project.id}
          currency={project.currency}
          file={chosen.file}
          format={chosen.format}
          mode={mode}
          onCancel={() => setChosen(null)}
          onImport={(options) => {
            setChosen(null);
            void importRuns.start(project.id, chosen.file, options);
          }}
        />
      )}
      {!isRunning && <PriceOptional project={project.id} />}
      <div aria-live="polite" className="stack">
        {error !== null && <ErrorNote error={error} />}
        {run?.step === 'failed' && (
          <>
            <ErrorNote error={run.error} />
            {run.task !== null && <RejectedLines task={run.task} project={project.id} />}
          </>
        )}
        {run?.step === 'done' && <ImportResult task={run.task} name={run.file.name} project={project.id} />}
      </div>
      {chosen === null && (
        <>
          <ShopConnect
            project={project.id}
            currency={project.currency}
            onFeed={() => setConnected(connected + 1)}
          />
          <Feeds key={connected} project={project.id} />
        </>
      )}
      {run === null && chosen === null && <Formats mode={mode} />}
    </View>
  );
}

function DropZone({ onFile }: { onFile: (file: File) => void }): ReactNode {
  const [isDragOver, setIsDragOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setIsDragOver(false);
    const file = event.dataTransfer.files[0];
    if (file !== undefined) onFile(file);
  };
  return (
    <div
      className={isDragOver ? 'drop-zone over' : 'drop-zone'}
      onDragOver={(event) => (event.preventDefault(), setIsDragOver(true))}
      onDragLeave={() => setIsDragOver(false)}
      onDrop={drop}
    >
      <Icon name="import" size={32} />
      <p>
        <strong>Drop a CSV, XML or NDJSON file here</strong>
      </p>
      <p className="soft">You see what becomes of it before anything is stored.</p>
      <button type="button" className="button main" onClick={() => input.current?.click()}>
        Choose a file
      </button>
      <label className="visually-hidden" htmlFor="import-file">
        File to import
      </label>
      <input
        ref={input}
        id="import-file"
        className="visually-hidden"
        tabIndex={-1}
        type="file"
        accept=".csv,.tsv,.txt,.xml,.rss,.atom,.ndjson,.jsonl,.json,text/csv,text/xml,application/xml,application/x-ndjson"
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file !== undefined) onFile(file);
        }}
      />
    </div>
  );
}

/** The setting `items.priceOptional`. */
function PriceOptional({ project }: { project: string }): ReactNode {
  const settings = useLoad(`settings ${project}`, (signal) => service.settings.get(project, { signal }));
  /** The unsaved choice, shown immediately and reverted if saving fails. */
  const [pendingChoice, setPendingChoice] = useState<boolean | null>(null);
  const notify = useToast();
  if (settings.value === null) return null;
  const change = async (priceOptional: boolean): Promise<void> => {
    setPendingChoice(priceOptional);
    try {
      await service.settings.change(project, { items: { priceOptional } });
      notify(priceOptional ? 'Items without a price are accepted' : 'Items without a price are rejected');
    } catch (error) {
      setPendingChoice(!priceOptional);
      notify(messageOf(error), 'bad');
    }
  };
  return (
    <Check
      label="Accept items without a price"
      hint="They appear in search, but never match price filters and come last when sorted by price."
      checked={pendingChoice ?? settings.value.settings.items.priceOptional}
      onChecked={(checked) => void change(checked)}
    />
  );
}

function Formats({ mode }: { mode: ImportMode }): ReactNode {
  const isUpdate = mode === 'update';
  return (
    <div className="columns">
      <section className="panel" aria-labelledby="csv">
        <h2 id="csv">CSV</h2>
        <p className="soft">
          A header line, then one item per line. Files saved by Excel and exports of Shopify, WooCommerce and
          Google Merchant Center work, too. Each item needs{' '}
          {isUpdate ? 'an id; a column that is not in the file does not change' : 'an id, a name and a price'}
          . Separate pictures by “|”. A cell can contain JSON.
        </p>
        <CodeBlock text={isUpdate ? samples.update : samples.csv} label="CSV example" />
      </section>
      <section className="panel" aria-labelledby="ndjson">
        <h2 id="ndjson">NDJSON</h2>
        <p className="soft">
          One JSON object per line with at least{' '}
          {isUpdate ? 'an id; null removes a field' : 'an id, a name and a price'}. Exports use this format.
        </p>
        <CodeBlock text={isUpdate ? samples.updateNdjson : samples.ndjson} label="NDJSON example" />
      </section>
    </div>
  );
}
