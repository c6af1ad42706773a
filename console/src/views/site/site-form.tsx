import type { FrontSettings } from '@vitrine/sdk';
import type { ReactNode } from 'react';
import type { ErrorAt } from '../../app/field-errors.ts';
import { Check, Field, RadioCards, SelectField } from '../../parts/field.tsx';
import { FormSection } from '../../parts/form-section.tsx';
import { languageName } from '../../parts/formats.ts';
import { sorts as usualSorts } from '../../parts/sorts.ts';
import { ColorField } from './color-field.tsx';
import { FieldList } from './field-list.tsx';
import { FrontLists } from './front-lists.tsx';
import { FrontTexts } from './front-texts.tsx';

export interface SiteFormOptions {
  readonly project: string;
  readonly front: FrontSettings;
  readonly set: (next: Partial<FrontSettings>) => void;
  readonly errorAt: ErrorAt;
  /** Fields of the catalog that suit facets and cards. */
  readonly known: readonly string[];
  /** The list whose place is being picked in the preview; null means none. */
  readonly picking: number | null;
  readonly onPick: (index: number | null) => void;
}

/** What the script shows on pages of the shop. */
export function SiteForm(options: SiteFormOptions): ReactNode {
  return (
    <div className="panel editor-form">
      <ShownFields {...options} />
      <SearchFields {...options} />
      <CardFields {...options} />
      <FormSection title="Recommendations">
        <FrontLists
          project={options.project}
          lists={options.front.lists}
          picking={options.picking}
          errorAt={options.errorAt}
          onLists={(lists) => options.set({ lists })}
          onPick={options.onPick}
        />
      </FormSection>
      <LookFields {...options} />
      <TextFields {...options} />
      <EventFields {...options} />
    </div>
  );
}

const shares = [1, 0.9, 0.75, 0.5, 0.25, 0.1];

function ShownFields({ project, front, set }: SiteFormOptions): ReactNode {
  const options = shares.includes(front.share) ? shares : [front.share, ...shares];
  return (
    <FormSection title="Shown">
      <Check
        label="Show on the site"
        hint="Switched off, search and lists are gone from all pages within a minute."
        checked={front.enabled}
        onChecked={(enabled) => set({ enabled })}
      />
      <SelectField
        label="Visitors who see it"
        hint={
          front.share === 1
            ? 'Fewer than all: sales with it and without it are compared.'
            : 'Sales of these visitors are compared with those of the others.'
        }
        value={String(front.share)}
        onValue={(share) => set({ share: Number(share) })}
        options={options.map((share) => [
          String(share),
          share === 1 ? 'All' : `${Math.round(100 * share)} %`,
        ])}
      />
      <Check
        label="A results page on this service"
        hint={
          <>
            Without any change of the site, at <code>{`${location.origin}/s/${project}`}</code>. Search
            engines are told to leave it out.
          </>
        }
        checked={front.page}
        onChecked={(page) => set({ page })}
      />
    </FormSection>
  );
}

const layouts = [
  ['layer', 'Over the page', 'Results open in a layer. Nothing of the theme changes.'],
  ['container', 'In the page', 'Results fill an element of the page.'],
] as const;

function SearchFields({ front, set, errorAt, known }: SiteFormOptions): ReactNode {
  const toggleSort = (sort: string, on: boolean): void =>
    set({ sorts: on ? [...front.sorts, sort] : front.sorts.filter((one) => one !== sort) });
  const offered = [
    ...usualSorts.filter(([sort]) => sort !== ''),
    ...front.sorts
      .filter((sort) => !usualSorts.some(([usual]) => usual === sort))
      .map((sort) => [sort, sort] as const),
  ];
  return (
    <FormSection title="Search">
      <Field
        label="Search field (CSS selector)"
        hint="Empty: it is found by itself."
        placeholder="input[name=q]"
        className="code"
        spellCheck={false}
        value={front.field}
        onValue={(field) => set({ field })}
        error={errorAt('field')}
      />
      <RadioCards
        legend="Results"
        value={front.layout}
        onValue={(layout) => set({ layout })}
        options={layouts}
      />
      {front.layout === 'container' && (
        <Field
          label="Element (CSS selector)"
          placeholder="main"
          className="code"
          spellCheck={false}
          value={front.container}
          onValue={(container) => set({ container })}
          error={errorAt('container')}
        />
      )}
      <Field
        label="Results page"
        hint="An own page of the site with the element vitrine-results. Empty: Enter opens the results where they stand."
        placeholder="/search?q={query}"
        className="code"
        spellCheck={false}
        value={front.resultsUrl}
        onValue={(resultsUrl) => set({ resultsUrl })}
        error={errorAt('resultsUrl')}
      />
      <FieldList
        legend="Facets"
        hint={
          front.facets.length === 0
            ? 'None chosen: those that matter for a search.'
            : 'In this order, where results have them.'
        }
        fields={front.facets}
        known={known}
        error={errorAt('facets')}
        onFields={(facets) => set({ facets })}
      />
      <fieldset>
        <legend>
          <strong>Sort orders besides relevance</strong>
        </legend>
        {offered.map(([sort, text]) => (
          <Check
            key={sort}
            label={text}
            checked={front.sorts.includes(sort)}
            onChecked={(on) => toggleSort(sort, on)}
          />
        ))}
      </fieldset>
      <Check label="Search by photo" checked={front.photo} onChecked={(photo) => set({ photo })} />
    </FormSection>
  );
}

function CardFields({ front, set, errorAt, known }: SiteFormOptions): ReactNode {
  const { columns } = front;
  const countUp = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, at) => [String(from + at), String(from + at)] as const);
  return (
    <FormSection title="Cards">
      <div className="columns" style={{ gridTemplateColumns: '1fr 1fr' }}>
        <SelectField
          label="In a row, desktop"
          value={String(columns.desktop)}
          onValue={(desktop) => set({ columns: { ...columns, desktop: Number(desktop) } })}
          options={countUp(2, 6)}
        />
        <SelectField
          label="Phone"
          value={String(columns.phone)}
          onValue={(phone) => set({ columns: { ...columns, phone: Number(phone) } })}
          options={countUp(1, 3)}
        />
      </div>
      <FieldList
        legend="Under the name"
        hint="Beside the price, which is always shown."
        fields={front.cardFields}
        known={known}
        error={errorAt('cardFields')}
        onFields={(cardFields) => set({ cardFields })}
      />
      <Check
        label="Say what is reduced or sold out"
        checked={front.badges}
        onChecked={(badges) => set({ badges })}
      />
      <Check
        label="Show the old price of reduced items"
        checked={front.oldPrice}
        onChecked={(oldPrice) => set({ oldPrice })}
      />
      <Field
        label="Address of the cart button"
        hint="With {id}, {sku}, {groupId} or {url}. Empty: no button."
        placeholder="/cart/add?id={id}"
        className="code"
        spellCheck={false}
        value={front.cartUrl}
        onValue={(cartUrl) => set({ cartUrl })}
        error={errorAt('cartUrl')}
      />
    </FormSection>
  );
}

const colors = [
  ['accent', 'Colour of buttons', '#0b5fff', 'buttons'],
  ['text', 'Colour of texts', '#1a1a1a', 'texts'],
  ['background', 'Background', '#ffffff', 'the background'],
] as const;

function LookFields({ front, set, errorAt }: SiteFormOptions): ReactNode {
  const bind = (name: keyof SiteFormOptions['front']['style']) => ({
    value: front.style[name],
    onValue: (value: string) => set({ style: { ...front.style, [name]: value } }),
    error: errorAt(`style.${name}`),
  });
  return (
    <FormSection title="Look">
      <p className="small soft">An empty field takes what buttons and links of the page have.</p>
      <Field label="Font" placeholder="Georgia, serif" spellCheck={false} {...bind('font')} />
      {colors.map(([name, label, example, part]) => (
        <ColorField key={name} label={label} example={example} part={part} {...bind(name)} />
      ))}
      <Field label="Rounding of corners" placeholder="8px" spellCheck={false} {...bind('radius')} />
    </FormSection>
  );
}

const languages = [
  ['', 'As the page'],
  ['en', 'English'],
  ['de', 'German'],
  ['fr', 'French'],
  ['es', 'Spanish'],
  ['it', 'Italian'],
  ['nl', 'Dutch'],
  ['pl', 'Polish'],
  ['ja', 'Japanese'],
] as const;

function TextFields({ front, set, errorAt }: SiteFormOptions): ReactNode {
  const isKnown = languages.some(([code]) => code === front.language);
  return (
    <FormSection title="Words">
      <SelectField
        label="Language"
        value={front.language}
        onValue={(language) => set({ language })}
        options={isKnown ? languages : [...languages, [front.language, languageName(front.language)]]}
      />
      <Field
        label="Currency"
        hint="Empty: that of the page."
        placeholder="EUR"
        maxLength={3}
        value={front.currency}
        onValue={(currency) => set({ currency: currency.toUpperCase() })}
        error={errorAt('currency')}
      />
      <FrontTexts texts={front.texts} errorAt={errorAt} onTexts={(texts) => set({ texts })} />
    </FormSection>
  );
}

const consents = [
  ['page', 'As the page says', 'Follows Google’s Consent Mode where the page has it.'],
  ['required', 'Ask first', 'What is personal waits for consent. Search works without.'],
] as const;

function EventFields({ front, set }: SiteFormOptions): ReactNode {
  return (
    <FormSection title="Events">
      <Check
        label="Read views, carts and orders from the page"
        hint="From the data layer of the page, the platform’s own events, or structured data."
        checked={front.events}
        onChecked={(events) => set({ events })}
      />
      <RadioCards
        legend="Consent"
        value={front.consent}
        onValue={(consent) => set({ consent })}
        options={consents}
      />
    </FormSection>
  );
}
