import type { ReactNode } from 'react';
import type { ErrorAt } from '../../app/field-errors.ts';
import { Field, SelectField } from '../../parts/field.tsx';
import { FilterField } from '../../filters/filter-field.tsx';
import { Icon } from '../../parts/icons.tsx';
import { visitorOf, type VisitorDraft, type VisitorItemsDraft } from './visitor-draft.ts';

const kinds: readonly (readonly [VisitorDraft['is'], string])[] = [
  ['any', 'All visitors'],
  ['new', 'New visitors'],
  ['returning', 'Returning visitors'],
];

/** New or returning visitors, or both. */
export function VisitorKind({
  visitor,
  onVisitor,
}: {
  visitor: VisitorDraft;
  onVisitor: (visitor: VisitorDraft) => void;
}): ReactNode {
  return (
    <SelectField
      label="Visitors"
      hint={
        visitorOf(visitor) === undefined
          ? undefined
          : 'Your shop must send “user” or “session” with searches and lists.'
      }
      value={visitor.is}
      onValue={(is) => onVisitor({ ...visitor, is: is as VisitorDraft['is'] })}
      options={kinds}
    />
  );
}

/** What visitors must have bought, viewed or spent. */
export function VisitorRows({
  project,
  visitor,
  onVisitor,
  errorAt,
}: {
  project: string;
  visitor: VisitorDraft;
  onVisitor: (visitor: VisitorDraft) => void;
  errorAt: ErrorAt;
}): ReactNode {
  const { viewed, bought, spent } = visitor;
  const set = (next: Partial<VisitorDraft>): void => onVisitor({ ...visitor, ...next });
  return (
    <>
      {bought !== null && (
        <ItemsRow
          project={project}
          verb="bought"
          items={bought}
          onItems={(next) => set({ bought: next })}
          error={errorAt('bought')}
        />
      )}
      {viewed !== null && (
        <ItemsRow
          project={project}
          verb="viewed"
          items={viewed}
          onItems={(next) => set({ viewed: next })}
          error={errorAt('viewed')}
        />
      )}
      {spent !== null && (
        <div className="rule-row">
          <Amount
            label="Who spent at least"
            autoFocus={spent.min === '' && spent.max === ''}
            value={spent.min}
            onValue={(min) => set({ spent: { ...spent, min } })}
            error={errorAt('spent.min') ?? errorAt('spent')}
          />
          <Amount
            label="At most"
            value={spent.max}
            onValue={(max) => set({ spent: { ...spent, max } })}
            error={errorAt('spent.max')}
          />
          <Days verb="spent" value={spent.days} onValue={(days) => set({ spent: { ...spent, days } })} />
          <RemoveButton what="spent amount" onRemove={() => set({ spent: null })} />
        </div>
      )}
      <div className="row" role="group" aria-label="Only visitors who">
        {bought === null && (
          <AddButton onAdd={() => set({ bought: { filter: '', days: '' } })}>Who bought …</AddButton>
        )}
        {viewed === null && (
          <AddButton onAdd={() => set({ viewed: { filter: '', days: '' } })}>Who viewed …</AddButton>
        )}
        {spent === null && (
          <AddButton onAdd={() => set({ spent: { min: '', max: '', days: '' } })}>Who spent …</AddButton>
        )}
      </div>
    </>
  );
}

function ItemsRow({
  project,
  verb,
  items,
  onItems,
  error,
}: {
  project: string;
  verb: string;
  items: VisitorItemsDraft;
  onItems: (items: VisitorItemsDraft | null) => void;
  error: string | undefined;
}): ReactNode {
  return (
    <div className="rule-row">
      <FilterField
        project={project}
        label={`Who ${verb} items matching`}
        placeholder="brand:Nike"
        isRequired
        autoFocus={items.filter === ''}
        value={items.filter}
        onValue={(filter) => onItems({ ...items, filter })}
        error={error}
      />
      <Days verb={verb} value={items.days} onValue={(days) => onItems({ ...items, days })} />
      <RemoveButton what={`${verb} items`} onRemove={() => onItems(null)} />
    </div>
  );
}

function Amount(options: {
  label: string;
  value: string;
  onValue: (value: string) => void;
  error: string | undefined;
  autoFocus?: boolean;
}): ReactNode {
  return <Field type="number" min={0} step="any" placeholder="Any amount" {...options} />;
}

function Days({
  verb,
  value,
  onValue,
}: {
  verb: string;
  value: string;
  onValue: (value: string) => void;
}): ReactNode {
  return (
    <Field
      label={
        <>
          In the last … days<span className="visually-hidden"> ({verb})</span>
        </>
      }
      type="number"
      min={1}
      placeholder="At any time"
      value={value}
      onValue={onValue}
    />
  );
}

function AddButton({ onAdd, children }: { onAdd: () => void; children: ReactNode }): ReactNode {
  return (
    <button type="button" className="button small" onClick={onAdd}>
      <Icon name="plus" size={16} />
      {children}
    </button>
  );
}

function RemoveButton({ what, onRemove }: { what: string; onRemove: () => void }): ReactNode {
  return (
    <button type="button" className="button small" onClick={onRemove}>
      Remove<span className="visually-hidden"> {what}</span>
    </button>
  );
}
