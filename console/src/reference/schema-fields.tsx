import type { ReactNode } from 'react';
import { resolve, type Reference, type Schema } from './document.ts';
import { Prose } from './prose.tsx';

/** The members of an object with types and limits; nested objects are collapsible. */
export function SchemaFields({
  schema,
  schemas,
  depth = 0,
}: {
  schema: Schema;
  schemas: Reference['schemas'];
  depth?: number;
}): ReactNode {
  const whole = resolve(schema, schemas);
  const alternatives = whole.oneOf;
  if (alternatives !== undefined) {
    return (
      <div className="stack tight">
        {alternatives.map((alternative, index) => (
          <div key={index}>
            <span className="small soft">{index === 0 ? 'Either' : 'or'} </span>
            <span className="small">{typeOf(alternative, schemas)}</span>
            <SchemaFields schema={alternative} schemas={schemas} depth={depth} />
          </div>
        ))}
      </div>
    );
  }
  const properties = Object.entries(whole.properties ?? {});
  if (properties.length === 0) return null;
  return (
    <ul className="fields">
      {properties.map(([name, property]) => (
        <FieldRow
          key={name}
          name={name}
          schema={property}
          required={whole.required?.includes(name) ?? false}
          schemas={schemas}
          depth={depth}
        />
      ))}
    </ul>
  );
}

/** A parameter or member: name, type, limits, description and whether it is required. */
export function FieldRow(options: {
  name: string;
  schema: Schema;
  required: boolean;
  schemas: Reference['schemas'];
  description?: string;
  depth?: number;
}): ReactNode {
  const { name, schema, required, schemas, depth = 0 } = options;
  const whole = resolve(schema, schemas);
  const inner = innerOf(whole, schemas);
  const limits = limitsOf(whole);
  return (
    <li>
      <div className="head">
        <code>{name}</code>
        <span className="small soft">{typeOf(schema, schemas)}</span>
        {required && (
          <span className="small" style={{ color: 'var(--accent)', fontWeight: 600 }}>
            required
          </span>
        )}
        {limits !== '' && <span className="small faint">{limits}</span>}
      </div>
      <Prose text={options.description ?? whole.description ?? ''} />
      {inner !== null && depth < 4 && (
        <details>
          <summary>
            Members<span className="visually-hidden">: {name}</span>
          </summary>
          <SchemaFields schema={inner} schemas={schemas} depth={depth + 1} />
        </details>
      )}
    </li>
  );
}

/** The nested schema to show: of an object, of the elements of a list, or of alternatives. */
function innerOf(whole: Schema, schemas: Reference['schemas']): Schema | null {
  if (whole.properties !== undefined) return whole;
  if (whole.items !== undefined) return innerOf(resolve(whole.items, schemas), schemas);
  if (whole.oneOf?.some((alternative) => innerOf(resolve(alternative, schemas), schemas) !== null))
    return whole;
  return null;
}

export function typeOf(schema: Schema, schemas: Reference['schemas']): string {
  const name = schema.$ref?.split('/').at(-1);
  const whole = resolve(schema, schemas);
  if (whole.enum !== undefined) return whole.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (whole.oneOf !== undefined)
    return [...new Set(whole.oneOf.map((alternative) => typeOf(alternative, schemas)))].join(' or ');
  if (whole.type === 'array')
    return `list of ${whole.items === undefined ? 'anything' : typeOf(whole.items, schemas)}`;
  if (name !== undefined) return name;
  if (whole['const'] !== undefined) return JSON.stringify(whole['const']);
  if (whole.type === undefined) return 'anything';
  return typeof whole.type === 'string' ? whole.type : whole.type.join(' or ');
}

function limitsOf(schema: Schema): string {
  const parts: string[] = [];
  const add = (low: unknown, high: unknown, unit: string): void => {
    const counted = (limit: unknown): string =>
      `${shown(limit)}${unit === '' ? '' : ` ${unit}${limit === 1 ? '' : 's'}`}`;
    if (low !== undefined && high !== undefined) parts.push(`${shown(low)} to ${counted(high)}`);
    else if (high !== undefined) parts.push(`at most ${counted(high)}`);
    else if (low !== undefined) parts.push(`at least ${counted(low)}`);
  };
  add(schema['minLength'], schema['maxLength'], 'character');
  if (schema['exclusiveMinimum'] !== undefined) parts.push(`more than ${shown(schema['exclusiveMinimum'])}`);
  add(schema['minimum'], schema['maximum'], '');
  add(schema['minItems'], schema['maxItems'], 'element');
  if (schema['default'] !== undefined) parts.push(`default ${JSON.stringify(schema['default'])}`);
  return parts.join(', ');
}

function shown(limit: unknown): string {
  if (limit === Number.MAX_SAFE_INTEGER) return 'any';
  return typeof limit === 'number' ? new Intl.NumberFormat('en').format(limit) : String(limit);
}
