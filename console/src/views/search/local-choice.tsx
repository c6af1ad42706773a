import type { ReactNode } from 'react';
import { Field } from '../../parts/field.tsx';
import { useDebouncedQueryParameter } from '../../app/debounced-query-parameter.ts';
import { LanguageField } from '../../parts/language-field.tsx';

/** The price list, store and language of a shopper; empty: none. */
export interface LocalChoice {
  readonly priceList: string;
  readonly store: string;
  readonly language: string;
}

export const localNames = ['priceList', 'store', 'language'] as const;
const typedNames = ['priceList', 'store'] as const;
const texts = { priceList: ['Price list', 'b2b'], store: ['Store', 'berlin'] } as const;

/** The members of a request. */
export const localMembersOf = (choice: LocalChoice): Partial<LocalChoice> =>
  Object.fromEntries(localNames.flatMap((name) => (choice[name] === '' ? [] : [[name, choice[name]]])));

/** Searches as a shopper with a price list, in a store or in a language. */
export function LocalFields({
  choice,
  onChoice,
}: {
  choice: LocalChoice;
  onChoice: (next: Partial<LocalChoice>) => void;
}): ReactNode {
  return (
    <details open={localNames.some((name) => choice[name] !== '')}>
      <summary>Prices, store and language</summary>
      <div className="columns" style={{ marginTop: '0.75rem' }}>
        {typedNames.map((name) => (
          <LocalField
            key={name}
            name={name}
            value={choice[name]}
            onValue={(value) => onChoice({ [name]: value })}
          />
        ))}
        <LanguageField
          label="Language"
          value={choice.language}
          onValue={(language) => onChoice({ language })}
        />
      </div>
    </details>
  );
}

function LocalField({
  name,
  value,
  onValue,
}: {
  name: keyof typeof texts;
  value: string;
  onValue: (value: string) => void;
}): ReactNode {
  const { typed, setTyped } = useDebouncedQueryParameter(value, onValue, 400);
  const [label, placeholder] = texts[name];
  return (
    <Field
      label={label}
      placeholder={placeholder}
      value={typed}
      onValue={setTyped}
      maxLength={64}
      spellCheck={false}
      autoComplete="off"
    />
  );
}
