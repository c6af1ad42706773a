import type { ImportTask } from '@vitrine/sdk';
import { useRef, useState, type DragEvent, type ReactNode } from 'react';
import { useLoad } from '../app/load.ts';
import { Link, projectPath } from '../app/router.tsx';
import { useUnsaved } from '../app/unsaved.ts';
import type { ProjectView } from '../app/project-view.ts';
import { messageOf, service } from '../app/service.ts';
import { useToast } from '../app/toasts.tsx';
import { View } from '../parts/shell.tsx';
import { CodeBlock } from '../parts/code-block.tsx';
import { Check, RadioCards } from '../parts/field.tsx';
import { bytes, count, counted } from '../parts/formats.ts';
import { Icon } from '../parts/icons.tsx';
import { ErrorNote } from '../parts/states.tsx';
import { useImport, type ImportMode } from './use-import.ts';

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
] as const;

export function Import({ project }: ProjectView): ReactNode {
  const { state, start, stop } = useImport(project.id);
  const [mode, setMode] = useState<ImportMode>('replace');
  const [isDragOver, setIsDragOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useUnsaved(
    state.step !== 'running'
      ? null
      : {
          title: 'Stop the import?',
          detail: `${state.file.name} is still being imported. Leaving this page stops the import; items imported so far remain.`,
          leave: 'Stop import',
          stay: 'Stay on this page',
        },
  );
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setIsDragOver(false);
    const file = event.dataTransfer.files[0];
    if (file !== undefined) void start(file, mode);
  };
  return (
    <View title="Import" intro="Import items from a file of any size.">
      {state.step !== 'running' && (
        <RadioCards legend="Import mode" value={mode} onValue={setMode} options={modes} />
      )}
      {state.step === 'running' ? (
        <Running file={state.file} task={state.task} onStop={stop} />
      ) : (
        <div
          className={isDragOver ? 'drop-zone over' : 'drop-zone'}
          onDragOver={(event) => (event.preventDefault(), setIsDragOver(true))}
          onDragLeave={() => setIsDragOver(false)}
          onDrop={drop}
        >
          <Icon name="import" size={32} />
          <p>
            <strong>Drop an NDJSON or CSV file here</strong>
          </p>
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
            accept=".csv,.tsv,.ndjson,.jsonl,.json,text/csv,application/x-ndjson"
            onChange={(event) => {
              const file = event.target.files?.[0];
              event.target.value = '';
              if (file !== undefined) void start(file, mode);
            }}
          />
        </div>
      )}
      {state.step !== 'running' && <PriceOptional project={project.id} />}
      <div aria-live="polite" className="stack">
        {state.step === 'failed' && (
          <ErrorNote error={state.error} retry={() => void start(state.file, mode)} />
        )}
        {state.step === 'done' && <Done task={state.task} file={state.file} project={project.id} />}
      </div>
      {state.step === 'idle' && <Formats mode={mode} />}
    </View>
  );
}

function Running({
  file,
  task,
  onStop,
}: {
  file: File;
  task: ImportTask | null;
  onStop: () => void;
}): ReactNode {
  const share =
    task === null ? 0 : Math.min(1, task.progress.bytes / Math.max(1, task.progress.bytesTotal ?? file.size));
  const percent = Math.round(share * 100);
  return (
    <section className="panel" aria-label="Import in progress">
      <div className="row" style={{ justifyContent: 'space-between' }}>
        <h2>{file.name}</h2>
        <button type="button" className="button small" onClick={onStop}>
          Stop
        </button>
      </div>
      <div
        className="bar"
        role="progressbar"
        aria-label="Import"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <span style={{ width: `${percent}%` }} />
      </div>
      <p className="soft num">
        {percent} % of {bytes(file.size)}
        {task !== null &&
          ` · ${count(task.progress.created)} created, ${count(task.progress.updated)} updated, ${count(task.progress.failed)} rejected`}
      </p>
    </section>
  );
}

function Done({ task, file, project }: { task: ImportTask; file: File; project: string }): ReactNode {
  const { created, updated, failed, defaults, errors, errorsOmitted } = task.progress;
  return (
    <>
      <div className={failed === 0 ? 'note good' : 'note warn'}>
        <strong>
          {file.name}: {counted(created, 'item')} created, {count(updated)} updated
          {failed > 0 && `, ${counted(failed, 'line')} rejected`}
        </strong>
        <Link to={projectPath(project, '/items')}>Show items</Link>
      </div>
      <Defaults defaults={defaults} />
      {errors.length > 0 && (
        <section className="stack tight" aria-labelledby="rejected">
          <h2 id="rejected">Rejected lines</h2>
          <div className="table-wrap">
            <table>
              <thead>
                <tr>
                  <th className="right">Line</th>
                  <th>Reason</th>
                </tr>
              </thead>
              <tbody>
                {errors.slice(0, 200).map((error, index) => (
                  <tr key={index}>
                    <td className="right num">{error.line}</td>
                    <td style={{ overflowWrap: 'anywhere' }}>{rejectionText(error)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {errors.length + errorsOmitted > 200 && (
            <p className="soft">and {count(errors.length + errorsOmitted - 200)} more</p>
          )}
        </section>
      )}
    </>
  );
}

/** The errors of a line, without its number. */
function rejectionText({ line, detail, errors }: ImportTask['progress']['errors'][number]): string {
  const details = errors.length > 0 ? errors.map((error) => error.detail) : [detail];
  return details.join('; ').replaceAll(new RegExp(`\\bline ${line}(\\.| )`, 'g'), '');
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

const defaultTexts = {
  sku: 'SKU set to the id',
  imgs: 'no pictures',
  price: 'no price',
  description: 'empty description',
} as const;

/** Default values that the import set for missing fields. */
function Defaults({ defaults }: { defaults: ImportTask['progress']['defaults'] }): ReactNode {
  const filled = Object.entries(defaultTexts).filter(([name]) => defaults[name as keyof typeof defaults] > 0);
  if (filled.length === 0) return null;
  const parts = filled.map(
    ([name, text]) => `${text} (${counted(defaults[name as keyof typeof defaults], 'item')})`,
  );
  return <p className="soft">Defaults for missing fields: {parts.join(', ')}.</p>;
}

function Formats({ mode }: { mode: ImportMode }): ReactNode {
  const isUpdate = mode === 'update';
  return (
    <div className="columns">
      <section className="panel" aria-labelledby="csv">
        <h2 id="csv">CSV</h2>
        <p className="soft">
          A header line, then one item per line. Files saved by Excel work too. Each item needs{' '}
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
