import type { ReactNode } from 'react';
import { Field, TextField } from '../../parts/field.tsx';
import { languageName } from '../../parts/formats.ts';
import { Icon } from '../../parts/icons.tsx';
import { LabelOf } from '../../parts/label-of.tsx';
import { LanguageField } from '../../parts/language-field.tsx';
import { localMembers, nameError, type LocalDraft } from './local-draft.ts';

/** Prices by price list, price and stock by store, and texts by language: rows to add and remove. */
export function LocalFields({
  draft,
  onDraft,
  errors,
  currency,
}: {
  draft: LocalDraft;
  onDraft: (next: Partial<LocalDraft>) => void;
  /** By path, such as `stores.berlin.stock`. */
  errors: Readonly<Record<string, string>>;
  currency: string;
}): ReactNode {
  return (
    <section className="panel" aria-labelledby="local-fields">
      <h2 id="local-fields">Prices, stores and languages</h2>
      <Rows
        legend="Prices by price list"
        rows={draft.prices}
        nameOf={({ name }) => name}
        addLabel="Add a price list"
        onRows={(prices) => onDraft({ prices })}
        newRow={{ name: '', price: '', original: undefined }}
        fields={(row, set, index) => (
          <>
            <Field
              label="Price list"
              placeholder="b2b"
              spellCheck={false}
              autoFocus={row.original === undefined && row.name === ''}
              value={row.name}
              onValue={(name) => set({ name })}
              error={errors[nameError('prices', index)]}
            />
            <Field
              label={<LabelOf text={`Price (${currency})`} name={row.name || 'the price list'} />}
              inputMode="decimal"
              value={row.price}
              onValue={(price) => set({ price })}
              error={errors[`prices.${row.name.trim()}`]}
            />
          </>
        )}
      />
      <Rows
        legend="Price and stock by store"
        rows={draft.stores}
        nameOf={({ name }) => name}
        addLabel="Add a store"
        onRows={(stores) => onDraft({ stores })}
        newRow={{ name: '', price: '', stock: '', original: undefined }}
        fields={(row, set, index) => (
          <>
            <Field
              label="Store"
              placeholder="berlin"
              spellCheck={false}
              autoFocus={row.original === undefined && row.name === ''}
              value={row.name}
              onValue={(name) => set({ name })}
              error={errors[nameError('stores', index)] ?? errors[`stores.${row.name.trim()}`]}
            />
            <Field
              label={<LabelOf text={`Price (${currency})`} name={row.name || 'the store'} />}
              inputMode="decimal"
              placeholder="Item price"
              value={row.price}
              onValue={(price) => set({ price })}
              error={errors[`stores.${row.name.trim()}.price`]}
            />
            <Field
              label={<LabelOf text="Stock" name={row.name || 'the store'} />}
              inputMode="numeric"
              placeholder="Item stock"
              value={row.stock}
              onValue={(stock) => set({ stock })}
              error={errors[`stores.${row.name.trim()}.stock`]}
            />
          </>
        )}
      />
      <Rows
        legend="Translations"
        rows={draft.translations}
        nameOf={({ language }) => languageName(language)}
        addLabel="Add a language"
        onRows={(translations) => onDraft({ translations })}
        newRow={{ language: '', name: '', description: '', original: undefined }}
        fields={(row, set, index) => (
          <>
            <LanguageField
              label="Language"
              autoFocus={row.original === undefined && row.language === ''}
              value={row.language}
              onValue={(language) => set({ language })}
              error={
                errors[nameError('translations', index)] ?? errors[`translations.${row.language.trim()}`]
              }
            />
            <Field
              label={<LabelOf text="Name" name={languageName(row.language) || 'the language'} />}
              value={row.name}
              onValue={(name) => set({ name })}
              error={errors[`translations.${row.language.trim()}.name`]}
            />
            <TextField
              label={<LabelOf text="Description" name={languageName(row.language) || 'the language'} />}
              rows={2}
              value={row.description}
              onValue={(description) => set({ description })}
              error={errors[`translations.${row.language.trim()}.description`]}
            />
          </>
        )}
      />
      <OtherErrors draft={draft} errors={errors} />
    </section>
  );
}

/** A list of rows under a heading. */
function Rows<Row extends object>({
  legend,
  rows,
  nameOf,
  addLabel,
  newRow,
  onRows,
  fields,
}: {
  legend: string;
  rows: readonly Row[];
  nameOf: (row: Row) => string;
  addLabel: string;
  newRow: Row;
  onRows: (rows: readonly Row[]) => void;
  fields: (row: Row, set: (next: Partial<Row>) => void, index: number) => ReactNode;
}): ReactNode {
  return (
    <fieldset className="stack tight">
      <legend>
        <strong>{legend}</strong>
      </legend>
      {rows.map((row, index) => (
        <div key={index} className="local-row">
          {fields(
            row,
            (next) => onRows(rows.map((one, i) => (i === index ? { ...one, ...next } : one))),
            index,
          )}
          <button
            type="button"
            className="button icon quiet small"
            aria-label={`Remove ${nameOf(row) || 'the new row'}: ${legend}`}
            title="Remove"
            onClick={() => onRows(rows.filter((_, i) => i !== index))}
          >
            <Icon name="close" size={16} />
          </button>
        </div>
      ))}
      <div>
        <button type="button" className="button small" onClick={() => onRows([...rows, newRow])}>
          <Icon name="plus" size={16} />
          {addLabel}
        </button>
      </div>
    </fieldset>
  );
}

/** Errors of members without a field, such as a translated colour. */
function OtherErrors({
  draft,
  errors,
}: {
  draft: LocalDraft;
  errors: Readonly<Record<string, string>>;
}): ReactNode {
  const shown = new Set([
    ...draft.prices.map(({ name }) => `prices.${name.trim()}`),
    ...draft.stores.flatMap(({ name }) =>
      ['', '.price', '.stock'].map((end) => `stores.${name.trim()}${end}`),
    ),
    ...draft.translations.flatMap(({ language }) =>
      ['', '.name', '.description'].map((end) => `translations.${language.trim()}${end}`),
    ),
  ]);
  const others = Object.entries(errors).filter(
    ([path]) =>
      localMembers.some((member) => path === member || path.startsWith(`${member}.`)) && !shown.has(path),
  );
  if (others.length === 0) return null;
  return (
    <div className="note bad" role="alert">
      {others.map(([path, text]) => (
        <p key={path}>
          <code>{path}</code>: {text}
        </p>
      ))}
    </div>
  );
}
