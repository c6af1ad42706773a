import { useState, type ReactNode } from 'react';
import { useDrag, type DragAttributes } from '../../app/drag.ts';
import { useLoad } from '../../app/load.ts';
import { service } from '../../app/service.ts';
import { Field } from '../../parts/field.tsx';
import { share } from '../../parts/formats.ts';
import { Icon } from '../../parts/icons.tsx';
import { TouchHint } from '../../parts/touch-hint.tsx';
import type { FormSection } from './form-section.ts';
import type { Draft } from './relevance-draft.ts';

/** Where fields may stand, from those that count most to those that are not searched. */
interface Lane {
  readonly key: string;
  readonly title: string;
  readonly hint: string;
  readonly fields: readonly string[];
}

/** Fields of the catalog that are not searched as texts, or are searched in another way. */
const otherFields = /^(?:id|sku|imgs|url|link|groupId|active|releasedAt|translations|_.*)$/;
const namesKey = 'names';
const othersKey = 'others';
const excludedKey = 'excluded';

/** The fields that searches read, by how much they count: dragged between lanes, or moved by their menus. */
export function SearchableFields({
  project,
  draft,
  set,
  errorAt,
}: FormSection & { readonly project: string }): ReactNode {
  const [added, setAdded] = useState<readonly string[]>([]);
  const [typed, setTyped] = useState('');
  const loaded = useLoad(project, (signal) => service.settings.fields(project, { signal }));
  const paths = (loaded.value?.fields ?? [])
    .filter(({ types }) => types.includes('text'))
    .map(({ field }) => field);
  // An object stands for all fields in it.
  const known = [...new Set(paths.map((path) => path.split('.')[0] ?? path))].filter(
    (field) => !otherFields.test(field),
  );
  const lanes = listLanes(draft, [...known, ...added]);
  const isKnown = (field: string): boolean =>
    loaded.value === null || known.includes(field) || paths.includes(field) || added.includes(field);
  const move = (field: string, to: string): void => {
    const isThere = lanes.find(({ key }) => key === to)?.fields.includes(field) ?? true;
    if (!isThere) set(moveField(draft, field, to));
  };
  const attributesOf = useDrag<string>(move);
  const add = (): void => {
    const name = typed.trim();
    if (name === '' || lanes.some(({ fields }) => fields.includes(name))) return;
    setAdded([...added, name]);
    setTyped('');
  };
  const error = errorAt('name') ?? errorAt('zones') ?? errorAt('unsearchableFields');
  return (
    <section className="panel" aria-labelledby="fields">
      <h2 id="fields">Searchable fields</h2>
      <p className="soft">
        A word in the name counts most. Drag a field to where it belongs; it takes effect once it is saved and
        the index is rebuilt.
      </p>
      <TouchHint />
      {error !== undefined && (
        <p className="field-error" role="status">
          {error}
        </p>
      )}
      <div className="lanes">
        {lanes.map((lane) => (
          <FieldLane
            key={lane.key}
            lane={lane}
            lanes={lanes}
            isKnown={isKnown}
            attributesOf={attributesOf}
            onMove={move}
          />
        ))}
      </div>
      <div className="row end-aligned">
        <Field
          label="Another field"
          hint="A field within an object as a path, such as attrs.material."
          className="code"
          value={typed}
          onValue={setTyped}
        />
        <button type="button" className="button" disabled={typed.trim() === ''} onClick={add}>
          Add
        </button>
      </div>
    </section>
  );
}

function FieldLane({
  lane: { key, title, hint, fields },
  lanes,
  isKnown,
  attributesOf,
  onMove,
}: {
  lane: Lane;
  lanes: readonly Lane[];
  /** Whether items have the field. */
  isKnown: (field: string) => boolean;
  attributesOf: (key: string, target: string) => DragAttributes;
  onMove: (field: string, to: string) => void;
}): ReactNode {
  // A lane takes fields, and is not dragged itself.
  const { onDragStart: _, onPointerDown: __, ...attributes } = attributesOf(`lane ${key}`, key);
  const shown = fields.filter(isKnown);
  const absent = fields.filter((field) => !isKnown(field));
  return (
    <section
      {...attributes}
      draggable={false}
      className={`lane ${attributes.className ?? ''}`}
      aria-label={title}
    >
      <h3>
        {title} <span className="small soft">{hint}</span>
      </h3>
      <ul className="lane-fields">
        {fields.length === 0 && <li className="small soft">None</li>}
        {shown.map((field) => (
          <li key={field} {...attributesOf(field, key)} className="lane-field">
            <span className="grip" aria-hidden="true" />
            <span className="code">{field}</span>
            <Icon name="chevron" size={12} />
            <select
              aria-label={`Place of ${field}`}
              value={key}
              onChange={({ target }) => onMove(field, target.value)}
            >
              {lanes.map((one) => (
                <option key={one.key} value={one.key}>
                  {one.title}
                </option>
              ))}
            </select>
          </li>
        ))}
      </ul>
      {absent.length > 0 && <p className="small soft">Also {absent.join(', ')}, which no item has.</p>}
    </section>
  );
}

function listLanes(draft: Draft, known: readonly string[]): Lane[] {
  const groups = draft.zones.length;
  const zones = draft.zones.map(({ key, fields, weight }, at): Lane => ({
    key: `zone ${key}`,
    title: groups === 1 ? 'Texts' : `Texts ${at + 1}`,
    hint: describeWeight(weight),
    fields: splitFields(fields),
  }));
  const names = splitFields(draft.nameFields);
  const excluded = splitFields(draft.unsearchableFields);
  const placed = new Set([...names, ...excluded, ...zones.flatMap(({ fields }) => fields)]);
  return [
    { key: namesKey, title: 'Names', hint: 'count most', fields: names },
    ...zones,
    {
      key: othersKey,
      title: 'All other fields',
      hint: describeWeight(draft.othersWeight),
      fields: [...new Set(known)].filter((field) => !placed.has(field)).sort(),
    },
    { key: excludedKey, title: 'Not searched', hint: 'still in filters and facets', fields: excluded },
  ];
}

function moveField(draft: Draft, field: string, to: string): Partial<Draft> {
  const put = (text: string, isHere: boolean): string =>
    [...splitFields(text).filter((one) => one !== field), ...(isHere ? [field] : [])].join(', ');
  return {
    nameFields: put(draft.nameFields, to === namesKey),
    unsearchableFields: put(draft.unsearchableFields, to === excludedKey),
    zones: draft.zones.map((zone) => ({ ...zone, fields: put(zone.fields, to === `zone ${zone.key}`) })),
  };
}

function describeWeight(weight: string): string {
  return `count ${share(Number(weight))} of a name`;
}

function splitFields(text: string): string[] {
  return text
    .split(',')
    .map((field) => field.trim())
    .filter((field) => field !== '');
}
