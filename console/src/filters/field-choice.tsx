import type { ItemField } from '@vitrine/sdk';
import { useState, type ReactNode } from 'react';
import { Combobox } from '../parts/combobox.tsx';
import { findKind, type FieldKind } from './relations.ts';

const fieldsMax = 40;
const kindWords: Readonly<Record<FieldKind, string>> = {
  text: 'text',
  number: 'number',
  date: 'date',
  boolean: 'yes or no',
  unknown: '',
};

/** A field of the catalog, or any name. */
export function FieldChoice({
  label,
  fields,
  value,
  isFocused = false,
  isQuiet = false,
  onValue,
  onPick,
}: {
  label: string;
  fields: readonly ItemField[];
  value: string;
  isFocused?: boolean;
  isQuiet?: boolean;
  onValue: (field: string) => void;
  onPick: (field: string) => void;
}): ReactNode {
  // Everything is offered until something is typed.
  const [isTyped, setIsTyped] = useState(false);
  const typed = isTyped ? value.trim().toLowerCase() : '';
  const matching = fields.filter(({ field }) => field.toLowerCase().includes(typed));
  const options = matching.slice(0, fieldsMax).map(({ field, types }) => ({
    key: field,
    text: field,
    note: kindWords[findKind(types)],
  }));
  return (
    <div className="filter-name" onBlur={() => setIsTyped(false)}>
      <Combobox
        asField
        isLabelHidden
        autoFocus={isFocused}
        isQuiet={isQuiet}
        label={label}
        placeholder="Field"
        value={value}
        options={options}
        onValue={(next) => {
          setIsTyped(true);
          if (fields.some(({ field }) => field === next)) onPick(next);
          else onValue(next);
        }}
        onPick={onPick}
      />
    </div>
  );
}
