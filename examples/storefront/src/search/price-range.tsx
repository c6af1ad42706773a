import { useState, type ReactNode, type SyntheticEvent } from 'react';
import { useTexts } from '../texts/language.ts';
import { useShopSearch } from './shop-search.tsx';

/** The price from and to. Applied by Enter, or when the field is left. */
export function PriceRange(): ReactNode {
  const { search } = useShopSearch();
  const { search: texts } = useTexts();
  const { min, max } = search.state.ranges['price'] ?? {};
  const stats = search.facets['price']?.stats;
  // The facets appear together.
  if (search.data === undefined) return null;
  const apply = (event: SyntheticEvent<HTMLElement>): void => {
    event.preventDefault();
    const form = event.currentTarget.closest('form');
    if (form === null) return;
    const fields = new FormData(form);
    const [from, to] = ['from', 'to'].map((name) => numberOf(fields.get(name)));
    const range = {
      ...(from === undefined ? {} : { min: from }),
      ...(to === undefined ? {} : { max: to }),
    };
    if (range.min !== min || range.max !== max)
      search.setRange('price', Object.keys(range).length === 0 ? undefined : range);
  };
  return (
    <form className="facet price-range" onSubmit={apply} onBlur={apply}>
      <fieldset>
        <legend>{texts.price}</legend>
        <PriceField key={`from ${min}`} name="from" label={texts.from} value={min} hint={stats?.['min']} />
        <PriceField key={`to ${max}`} name="to" label={texts.to} value={max} hint={stats?.['max']} />
        <button type="submit" className="visually-hidden">
          {texts.price}
        </button>
      </fieldset>
    </form>
  );
}

function PriceField({
  name,
  label,
  value,
  hint,
}: {
  readonly name: string;
  readonly label: string;
  readonly value: number | undefined;
  readonly hint: number | undefined;
}): ReactNode {
  const [text, setText] = useState(String(value ?? ''));
  return (
    <label>
      <span>{label}</span>
      <input
        name={name}
        type="text"
        inputMode="decimal"
        value={text}
        placeholder={hint === undefined ? '' : String(Math.round(hint))}
        onChange={(event) => setText(event.target.value)}
      />
    </label>
  );
}

function numberOf(text: FormDataEntryValue | null): number | undefined {
  const value = typeof text === 'string' ? Number.parseFloat(text.replace(',', '.')) : Number.NaN;
  return Number.isFinite(value) ? value : undefined;
}
