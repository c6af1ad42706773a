import type { ImportPreview, ImportedFile } from '@vitrine/sdk';
import { useState, type ReactNode } from 'react';
import { useLoad } from '../../app/load.ts';
import type { ReadOptions } from '../../app/import-run.ts';
import { service } from '../../app/service.ts';
import { SelectField } from '../../parts/field.tsx';
import { bytes, count, counted, time } from '../../parts/formats.ts';
import { ErrorNote, Skeleton } from '../../parts/states.tsx';
import { ColumnTable, type Mapping } from './column-table.tsx';
import { previewBytes } from './file-format.ts';
import { decimals, encodings, layouts, type ImportMode } from './read-choices.ts';
import { FileWarnings } from './file-warnings.tsx';
import { FirstItems } from './first-items.tsx';
import { groupedErrors } from './grouped-errors.ts';

const layoutNames = {
  plain: 'own columns',
  google: 'Google Merchant Center',
  shopify: 'Shopify',
  woocommerce: 'WooCommerce',
};
const delimiterNames: Readonly<Record<string, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'bars',
};

interface PreviewProps {
  readonly project: string;
  readonly currency: string;
  readonly file: File;
  readonly format: ImportedFile['format'];
  readonly mode: ImportMode;
  readonly onImport: (options: ReadOptions) => void;
  readonly onCancel: () => void;
}

/** What an import of a file would do, and how its columns are read. */
export function FilePreview({
  project,
  currency,
  file,
  format,
  mode,
  onImport,
  onCancel,
}: PreviewProps): ReactNode {
  /** Null: as remembered by the service. */
  const [mapping, setMapping] = useState<Mapping | null>(null);
  const [chosen, setChosen] = useState({ decimal: '', layout: '', encoding: '' });
  const options = optionsOf({ format, mode, mapping, ...chosen });
  const isPart = file.size > previewBytes;
  const loaded = useLoad(`import preview ${project} ${JSON.stringify(options)}`, (signal) =>
    service.items.previewImport(project, file.slice(0, previewBytes), {
      ...options,
      partial: isPart,
      signal,
    }),
  );
  const preview = loaded.value;
  const isBlocked =
    preview === null || loaded.error !== null || preview.problems.some(({ code }) => code === 'required');
  return (
    <>
      <section className="panel stack" aria-labelledby="file">
        <div className="row between">
          <h2 id="file" className="wrap-anywhere">
            {file.name} <span className="soft num">{bytes(file.size)}</span>
          </h2>
          <button type="button" className="button" onClick={onCancel}>
            Choose another file
          </button>
        </div>
        {loaded.error !== null && <ErrorNote error={loaded.error} retry={loaded.reload} />}
        {preview === null && loaded.error === null && <Skeleton count={3} height="2rem" />}
        {preview !== null && <Findings preview={preview} currency={currency} isPart={isPart} />}
        {format !== 'ndjson' && (
          <div className="import-options">
            <SelectField
              label="Layout"
              value={chosen.layout}
              onValue={(layout) => setChosen({ ...chosen, layout })}
              options={layouts}
            />
            <SelectField
              label="Decimal sign"
              value={chosen.decimal}
              onValue={(decimal) => setChosen({ ...chosen, decimal })}
              options={decimals}
            />
            <SelectField
              label="Encoding"
              value={chosen.encoding}
              onValue={(encoding) => setChosen({ ...chosen, encoding })}
              options={encodings}
            />
          </div>
        )}
      </section>
      {preview !== null && (
        <>
          {format !== 'ndjson' && <ColumnTable preview={preview} mode={mode} onMapping={setMapping} />}
          <Problems preview={preview} />
          <FileWarnings warnings={preview.file.warnings.filter(({ code }) => code !== 'encoding')} />
          <FirstItems items={preview.items} currency={currency} />
        </>
      )}
      <div className="row">
        <button type="button" className="button main" disabled={isBlocked} onClick={() => onImport(options)}>
          Import {file.name.length > 40 ? 'the file' : file.name}
        </button>
        {preview !== null && isBlocked && loaded.error === null && (
          <span className="soft">First choose the columns that are missing.</span>
        )}
      </div>
    </>
  );
}

/** The options of a request: those that were chosen. */
function optionsOf({
  format,
  mode,
  mapping,
  ...chosen
}: Pick<PreviewProps, 'format' | 'mode'> & {
  mapping: Mapping | null;
  decimal: string;
  layout: string;
  encoding: string;
}): ReadOptions {
  const named = Object.entries(chosen).filter(([, value]) => value !== '' && format !== 'ndjson');
  return {
    format,
    mode,
    ...(mapping === null || format === 'ndjson' ? {} : { mapping }),
    ...(Object.fromEntries(named) as Pick<ReadOptions, 'decimal' | 'layout' | 'encoding'>),
  };
}

function Findings({
  preview,
  currency,
  isPart,
}: {
  preview: ImportPreview;
  currency: string;
  isPart: boolean;
}): ReactNode {
  const { format, layout, encoding, delimiter, decimal, rememberedAt } = preview.file;
  const found = preview.items.find((item) => typeof item['currency'] === 'string')?.['currency'];
  const facts: readonly (readonly [string, string] | null)[] = [
    ['Format', format.toUpperCase()],
    layout === null ? null : ['Layout', layoutNames[layout]],
    ['Encoding', encoding],
    delimiter === null ? null : ['Cells between', delimiterNames[delimiter] ?? delimiter],
    format === 'ndjson' ? null : ['Decimal sign', decimal ?? 'none found'],
    ['Currency', typeof found === 'string' ? found : `${currency}, the project’s`],
  ];
  return (
    <>
      <dl className="import-facts">
        {facts.map((fact) =>
          fact === null ? null : (
            <div key={fact[0]}>
              <dt>{fact[0]}</dt>
              <dd>{fact[1]}</dd>
            </div>
          ),
        )}
      </dl>
      <p aria-live="polite">
        {isPart ? 'In the first megabyte: ' : ''}
        {counted(preview.lines, 'record')},{' '}
        {preview.failed === 0 ? 'all valid' : `${count(preview.failed)} would be rejected`}. Nothing is stored
        yet.
      </p>
      {rememberedAt !== null && (
        <p className="note">
          Columns are mapped as in the import of {time(rememberedAt)}. Change them below.
        </p>
      )}
    </>
  );
}

function Problems({ preview }: { preview: ImportPreview }): ReactNode {
  const groups = groupedErrors(preview.errors);
  if (preview.problems.length === 0 && groups.length === 0) return null;
  return (
    <div className="note warn" role="status">
      {preview.problems.map(({ path, detail }) => (
        <span key={path}>{detail.replace(': choose one in the mapping', ': choose it above')}</span>
      ))}
      {preview.problems.length === 0 &&
        groups.slice(0, 5).map(({ message, lines, example }) => (
          <span key={message} className="wrap-anywhere">
            {message}
            {example !== '' && ` (such as ${example})`}: {lines.length === 1 ? 'line' : 'lines'}{' '}
            {lines.slice(0, 5).join(', ')}
            {lines.length > 5 && ` and ${count(lines.length - 5)} more`}
          </span>
        ))}
    </div>
  );
}
