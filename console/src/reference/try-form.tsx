import { useRef, useState, type ReactNode } from 'react';
import { bytes, counted } from '../parts/formats.ts';
import { Field, TextField } from '../parts/field.tsx';
import { ErrorNote } from '../parts/states.tsx';
import type { Operation, Parameter } from './document.ts';
import { sampleBodies, sampleParameters } from './samples.ts';

interface ShownReply {
  readonly status: number;
  readonly ms: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly text: string;
  readonly size: number;
}

const shownCharactersMax = 50_000;

/** Sends a real request and shows the reply. The key exists only in the memory of this page. */
export function TryForm({
  operation,
  apiKey,
  onKey,
}: {
  operation: Operation;
  apiKey: string;
  onKey: (key: string) => void;
}): ReactNode {
  const [values, setValues] = useState<Readonly<Record<string, string>>>(() => firstValues(operation));
  const [body, setBody] = useState(() => JSON.stringify(sampleBodies[operation.id] ?? {}, null, 2));
  const [file, setFile] = useState<File | null>(null);
  const [reply, setReply] = useState<ShownReply | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const fileInput = useRef<HTMLInputElement>(null);
  const takesFile = operation.id === 'imageSearch' || operation.id === 'importItems';
  const takesJson = operation.bodies.some(([type]) => type === 'application/json');
  const primary = operation.parameters.filter(
    ({ name, required }) => required === true || name in sampleParameters,
  );
  const others = operation.parameters.filter((parameter) => !primary.includes(parameter));
  const send = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      setReply(await request(operation, values, { apiKey, file, json: takesJson ? body : null }));
    } catch (thrown) {
      setReply(null);
      setError(thrown);
    }
    setBusy(false);
  };
  return (
    <section className="panel" aria-labelledby="try-it">
      <h2 id="try-it">Try it</h2>
      <form className="stack" onSubmit={(event) => (event.preventDefault(), void send())}>
        {operation.scope !== null && (
          <Field
            label="API key"
            className="code"
            hint="Never stored; forgotten when you close this page."
            type="password"
            autoComplete="off"
            value={apiKey}
            onValue={onKey}
          />
        )}
        <Parameters list={primary} values={values} onValues={setValues} />
        {others.length > 0 && (
          <details>
            <summary className="soft">{counted(others.length, 'more parameter')}</summary>
            <div className="stack" style={{ paddingTop: '1rem' }}>
              <Parameters list={others} values={values} onValues={setValues} />
            </div>
          </details>
        )}
        {takesJson && file === null && (
          <TextField label="Body" code rows={8} value={body} onValue={setBody} />
        )}
        {takesFile && (
          <div className="row">
            <button type="button" className="button" onClick={() => fileInput.current?.click()}>
              {file === null ? 'Choose a file …' : 'Choose another file …'}
            </button>
            <label className="soft" htmlFor="try-file">
              {file?.name ?? (takesJson ? 'instead of JSON' : 'File to import')}
            </label>
            <input
              ref={fileInput}
              id="try-file"
              className="visually-hidden"
              tabIndex={-1}
              type="file"
              onChange={(event) => setFile(event.target.files?.[0] ?? null)}
            />
          </div>
        )}
        <div>
          <button
            type="submit"
            className={operation.method === 'DELETE' ? 'button bad main' : 'button main'}
            disabled={busy}
          >
            {busy ? 'Sending …' : `Send ${operation.method}`}
          </button>
        </div>
      </form>
      <div aria-live="polite" className="stack">
        {error !== null && <ErrorNote error={error} />}
        {reply !== null && <ReplyView reply={reply} />}
      </div>
    </section>
  );
}

function Parameters(options: {
  list: readonly Parameter[];
  values: Readonly<Record<string, string>>;
  onValues: (values: Readonly<Record<string, string>>) => void;
}): ReactNode {
  const { list, values, onValues } = options;
  return list.map(({ name, required = false }) => (
    <Field
      key={name}
      label={name}
      className="code"
      required={required}
      value={values[name] ?? ''}
      onValue={(value) => onValues({ ...values, [name]: value })}
    />
  ));
}

function ReplyView({ reply }: { reply: ShownReply }): ReactNode {
  return (
    <div className="stack tight response">
      <div className="row">
        <span className={reply.status < 400 ? 'badge good' : 'badge bad'}>{reply.status}</span>
        <span className="small soft num">
          {reply.ms} ms · {bytes(reply.size)}
        </span>
      </div>
      <details>
        <summary className="small">Headers</summary>
        <pre>{reply.headers.map(([name, value]) => `${name}: ${value}`).join('\n')}</pre>
      </details>
      <pre tabIndex={0} role="region" aria-label="Reply">
        <code>{reply.text}</code>
      </pre>
    </div>
  );
}

function firstValues(operation: Operation): Record<string, string> {
  const named = operation.parameters.filter(
    ({ name }) => name in sampleParameters && !(name === 'user' && operation.id !== 'eraseUser'),
  );
  return Object.fromEntries(named.map(({ name }) => [name, sampleParameters[name] ?? '']));
}

async function request(
  operation: Operation,
  values: Readonly<Record<string, string>>,
  { apiKey, file, json }: { apiKey: string; file: File | null; json: string | null },
): Promise<ShownReply> {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(values[name] ?? ''),
  );
  const query = new URLSearchParams();
  for (const { name, in: location } of operation.parameters)
    if (location === 'query' && values[name]) query.set(name, values[name]);
  const headers: Record<string, string> = apiKey === '' ? {} : { 'x-api-key': apiKey };
  const init: RequestInit = {
    method: operation.method,
    // Omits the console's cookie, so that the request is authorised by the key only.
    credentials: 'omit',
    headers,
  };
  if (file !== null) {
    init.body = file;
    headers['content-type'] = file.type || 'application/octet-stream';
  } else if (json !== null) {
    init.body = json;
    headers['content-type'] = 'application/json';
  }
  const started = performance.now();
  const reply = await fetch(`${path}${query.size === 0 ? '' : `?${query}`}`, init);
  const text = await reply.text();
  const ms = Math.round(performance.now() - started);
  return {
    status: reply.status,
    ms,
    headers: [...reply.headers],
    text: pretty(text),
    size: new Blob([text]).size,
  };
}

function pretty(text: string): string {
  let shown = text;
  try {
    shown = JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // Not JSON: shown unchanged.
  }
  return shown.length > shownCharactersMax ? `${shown.slice(0, shownCharactersMax)}\n… (cut)` : shown;
}
