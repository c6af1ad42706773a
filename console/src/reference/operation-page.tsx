import { useState, type ReactNode } from 'react';
import { View } from '../parts/shell.tsx';
import { CodeBlock } from '../parts/code-block.tsx';
import { Link } from '../app/router.tsx';
import type { Operation, Reference } from './document.ts';
import { Prose } from './prose.tsx';
import { curlExample, sdkExample } from './samples.ts';
import { FieldRow, SchemaFields, typeOf } from './schema-fields.tsx';
import { TryForm } from './try-form.tsx';

export function OperationPage(options: {
  operation: Operation;
  reference: Reference;
  apiKey: string;
  onKey: (key: string) => void;
}): ReactNode {
  const { operation, reference, apiKey, onKey } = options;
  return (
    <View
      title={operation.summary}
      intro={
        <span className="row">
          <MethodBadge method={operation.method} />
          <span className="path">{operation.path}</span>
          {operation.scope === null ? (
            <span className="badge">No key needed</span>
          ) : (
            <span className="badge">
              {operation.scope === 'session' ? 'Console session' : `Scope: ${operation.scope}`}
            </span>
          )}
          {operation.role !== null && <span className="badge">Role: {operation.role}</span>}
        </span>
      }
    >
      {operation.description !== '' && <Prose text={operation.description} />}
      <div className="operation">
        <div className="stack">
          <RequestFields operation={operation} schemas={reference.schemas} />
          <ReplyFields operation={operation} schemas={reference.schemas} />
        </div>
        <div className="stack">
          <Examples operation={operation} />
          {operation.id !== 'signIn' && <TryForm operation={operation} apiKey={apiKey} onKey={onKey} />}
        </div>
      </div>
    </View>
  );
}

export function MethodBadge({ method }: { method: string }): ReactNode {
  return <span className={`method ${method.toLowerCase()}`}>{method}</span>;
}

function RequestFields({
  operation,
  schemas,
}: {
  operation: Operation;
  schemas: Reference['schemas'];
}): ReactNode {
  if (operation.parameters.length === 0 && operation.bodies.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="request">
      <h2 id="request">Request</h2>
      {operation.parameters.length > 0 && (
        <div>
          <h3>Parameters</h3>
          <ul className="fields">
            {operation.parameters.map(({ name, schema, required = false, description }) => (
              <FieldRow
                key={name}
                name={name}
                schema={schema}
                required={required}
                description={description}
                schemas={schemas}
              />
            ))}
          </ul>
        </div>
      )}
      {operation.bodies.map(([type, schema]) => (
        <div key={type}>
          <h3>
            Body <code className="small soft">{type}</code>
          </h3>
          <SchemaFields schema={schema} schemas={schemas} />
        </div>
      ))}
    </section>
  );
}

function ReplyFields({
  operation,
  schemas,
}: {
  operation: Operation;
  schemas: Reference['schemas'];
}): ReactNode {
  return (
    <section className="panel" aria-labelledby="reply">
      <h2 id="reply">Reply</h2>
      {operation.replies.map(([type, schema]) => (
        <div key={type}>
          <h3>
            {operation.replyStatus} <code className="small soft">{type}</code>
          </h3>
          <p className="small soft">{typeOf(schema, schemas)}</p>
          <SchemaFields schema={schema} schemas={schemas} />
        </div>
      ))}
      {operation.errors.length > 0 && (
        <div>
          <h3>Errors</h3>
          <ul className="fields">
            {operation.errors.map(({ status, code, title }) => (
              <li key={code}>
                <span className="head">
                  <span className="num soft">{status}</span>
                  <Link to={`/errors#${code}`}>
                    <code>{code}</code>
                  </Link>
                  <span className="soft">{title}</span>
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

function Examples({ operation }: { operation: Operation }): ReactNode {
  const sdk = sdkExample(operation, location.origin);
  const [kind, setKind] = useState<'curl' | 'sdk'>('curl');
  const example = kind === 'sdk' && sdk !== null ? sdk : curlExample(operation, location.origin);
  return (
    <section className="panel" aria-labelledby="example">
      <div className="row" style={{ justifyContent: 'space-between' }}>
        <h2 id="example">Example</h2>
        {sdk !== null && (
          <div className="row" role="group" aria-label="Example language">
            {(['curl', 'sdk'] as const).map((one) => (
              <button
                key={one}
                type="button"
                className="button small"
                aria-pressed={kind === one}
                onClick={() => setKind(one)}
              >
                {one === 'curl' ? 'curl' : 'JavaScript'}
              </button>
            ))}
          </div>
        )}
      </div>
      <CodeBlock text={example} label="Example request" />
    </section>
  );
}
