import type { ReactNode } from 'react';
import { Field, SelectField } from '../../../parts/field.tsx';
import { numberModes, type BulkForm, type NumberMode } from './bulk-change.ts';

/** The fields of a bulk change. */
export function BulkFields({
  form,
  setForm,
  error,
  currency,
  mayDelete,
}: {
  form: BulkForm;
  setForm: (form: BulkForm) => void;
  error: string | null;
  currency: string;
  mayDelete: boolean;
}): ReactNode {
  const { action, text, mode, isActive } = form;
  const isNumber = action === 'price' || action === 'stock';
  const isText = action === 'brand' || action === 'category';
  return (
    <>
      <SelectField
        label="What to change"
        value={action}
        onValue={(value) => setForm({ ...form, action: value as BulkForm['action'], text: '' })}
        options={[
          ['price', `Price (${currency})`],
          ['stock', 'Stock'],
          ['brand', 'Brand'],
          ['category', 'Category'],
          ['active', 'Status'],
          ...(mayDelete ? [['delete', 'Delete the items'] as const] : []),
        ]}
      />
      {isNumber && (
        <div className="columns narrow-columns">
          <SelectField
            label="How"
            value={mode}
            onValue={(value) => setForm({ ...form, mode: value as NumberMode })}
            options={numberModes}
          />
          <Field
            label={mode.endsWith('%') ? 'Percent' : action === 'price' ? `Amount (${currency})` : 'Amount'}
            inputMode="decimal"
            autoComplete="off"
            value={text}
            error={error}
            onValue={(value) => setForm({ ...form, text: value })}
          />
        </div>
      )}
      {isText && (
        <Field
          label={action === 'brand' ? 'New brand' : 'New category'}
          hint={
            action === 'brand'
              ? 'Empty removes the brand.'
              : 'Separate levels with “>”: Home > Kitchen. Empty removes the category.'
          }
          value={text}
          error={error}
          maxLength={1000}
          onValue={(value) => setForm({ ...form, text: value })}
        />
      )}
      {action === 'active' && (
        <SelectField
          label="New status"
          hint="Inactive items do not appear in search or recommendations."
          value={String(isActive)}
          onValue={(value) => setForm({ ...form, isActive: value === 'true' })}
          options={[
            ['false', 'Inactive'],
            ['true', 'Active'],
          ]}
        />
      )}
      {action === 'delete' && (
        <p className="soft">
          Deleted items disappear from all searches and recommendations immediately. This cannot be undone. To
          hide them temporarily, make them inactive instead.
        </p>
      )}
    </>
  );
}
