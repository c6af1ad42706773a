import { VitrineError, type KeyKind, type Scope } from '@vitrine/sdk';
import { useState, type ReactNode } from 'react';
import type { ProjectView } from '../app/project-view.ts';
import { service } from '../app/service.ts';
import { Check, Field, RadioCards, SelectField, TextField } from '../parts/field.tsx';
import { FilterField } from '../filters/filter-field.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { NewSecret } from '../parts/new-secret.tsx';
import { ErrorNote } from '../parts/states.tsx';
import { useUnsaved } from '../app/unsaved.ts';

type ScopeText = readonly [scope: Scope, label: string, hint: string];
const webScopeTexts: readonly ScopeText[] = [
  ['search', 'Search', 'Text and photo search.'],
  ['recommend', 'Recommend', 'All recommendation lists.'],
  ['events', 'Events', 'Send views, clicks and purchases.'],
];
const serverScopeTexts: readonly ScopeText[] = [
  ['items:read', 'Read items', 'List and export all items, including inactive ones.'],
  ['items:write', 'Write items', 'Add, change, delete and import items.'],
  ['users', 'Users', 'Erase and merge shopper data.'],
  ['settings', 'Settings', 'Change search settings, rules and recommendations.'],
  ['analytics', 'Analytics', 'Read search analytics.'],
  ['private', 'Private fields', 'Read and filter by private fields, such as margins.'],
  ['admin', 'Everything', 'Full access, including projects and keys. For trusted programs only.'],
];
const scopesOf: Readonly<Record<KeyKind, readonly ScopeText[]>> = {
  web: webScopeTexts,
  server: [...webScopeTexts, ...serverScopeTexts],
};
const defaultScopes: Readonly<Record<KeyKind, readonly Scope[]>> = {
  web: ['search', 'recommend', 'events'],
  server: ['items:read', 'items:write'],
};
const kinds = [
  ['web', 'Web page or app', 'Visible to anyone. Can search, recommend and send events.'],
  ['server', 'Server', 'Keep it secret. Can also import items, erase shoppers and change settings.'],
] as const;
const isDefault = (kind: KeyKind, selected: ReadonlySet<Scope>): boolean =>
  selected.size === defaultScopes[kind].length && defaultScopes[kind].every((scope) => selected.has(scope));
const readsItems: readonly Scope[] = ['items:read', 'items:write', 'private', 'admin'];
const days = [
  ['', 'Never'],
  ['30', 'In 30 days'],
  ['90', 'In 90 days'],
  ['365', 'In a year'],
] as const;
const dayMs = 86_400_000;

/** Creates a key and shows it once. */
export function NewKey({
  project,
  onClose,
}: {
  project: ProjectView['project'];
  onClose: () => void;
}): ReactNode {
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <Dialog title={secret === null ? 'New key' : 'Your new key'} isForm onClose={onClose}>
      {secret === null ? (
        <KeyForm project={project} onCreated={setSecret} onClose={onClose} />
      ) : (
        <NewSecret noun="key" secret={secret} recovery="If you lose it, create a new one." onClose={onClose}>
          Vitrine stores only a hash of it. Copy it to your program now.
        </NewSecret>
      )}
    </Dialog>
  );
}

function KeyForm({
  project,
  onCreated,
  onClose,
}: {
  project: ProjectView['project'];
  onCreated: (secret: string) => void;
  onClose: () => void;
}): ReactNode {
  const [name, setName] = useState('');
  const [kind, setKind] = useState<KeyKind>('web');
  const [selected, setSelected] = useState<ReadonlySet<Scope>>(new Set(defaultScopes.web));
  const [allProjects, setAllProjects] = useState(false);
  const [expiry, setExpiry] = useState('');
  const [rate, setRate] = useState('');
  const [origins, setOrigins] = useState('');
  const [filter, setFilter] = useState('');
  const [priceLists, setPriceLists] = useState('');
  const [error, setError] = useState<unknown>(null);
  const isFilled =
    [name, expiry, rate, origins, filter, priceLists].some((text) => text !== '') ||
    allProjects ||
    !isDefault(kind, selected);
  useUnsaved(
    isFilled ? { title: 'Close without creating the key?', detail: 'Your entries will be lost.' } : null,
  );
  const errorAt = (path: string): string | undefined =>
    error instanceof VitrineError ? error.errors.find((one) => one.path.startsWith(path))?.detail : undefined;
  const hasFieldError = ['name', 'ratePerMinute', 'origins', 'filter', 'priceLists'].some(
    (path) => errorAt(path) !== undefined,
  );
  // A key that reads or writes items may choose any price list.
  const choosesPrices = !readsItems.some((scope) => selected.has(scope));
  const create = async (): Promise<void> => {
    try {
      const created = await service.admin.createKey({
        name: name === '' ? undefined : name,
        kind,
        scopes: [...selected],
        projects: allProjects ? null : [project.id],
        expiresAt: expiry === '' ? undefined : Date.now() + Number(expiry) * dayMs,
        ratePerMinute: rate === '' ? undefined : Number(rate),
        origins: kind === 'web' ? origins.split(/\s+/).filter((origin) => origin !== '') : [],
        filter: kind === 'web' && filter.trim() !== '' ? filter : undefined,
        priceLists: choosesPrices ? priceLists.split(/[\s,]+/).filter((list) => list !== '') : [],
      });
      onCreated(created.key);
    } catch (thrown) {
      setError(thrown);
    }
  };
  const selectKind = (next: KeyKind): void => {
    setKind(next);
    setSelected(new Set(defaultScopes[next]));
  };
  const toggle = (scope: Scope, on: boolean): void => {
    const next = new Set(selected);
    if (on) next.add(scope);
    else next.delete(scope);
    setSelected(next);
  };
  return (
    <form className="stack" onSubmit={(event) => (event.preventDefault(), void create())}>
      <Field
        label="Name"
        placeholder="Web shop, nightly import …"
        value={name}
        onValue={setName}
        error={errorAt('name')}
        maxLength={200}
        autoFocus
      />
      <RadioCards legend="Used in" value={kind} onValue={selectKind} options={kinds} />
      <fieldset className="stack tight">
        <legend>
          <strong>Scopes</strong>
        </legend>
        <div
          className="columns"
          style={{ gap: '0 1.5rem', gridTemplateColumns: 'repeat(auto-fit, minmax(min(13rem, 100%), 1fr))' }}
        >
          {scopesOf[kind].map(([scope, label, hint]) => (
            <Check
              key={scope}
              label={label}
              hint={hint}
              checked={selected.has(scope)}
              onChecked={(on) => toggle(scope, on)}
            />
          ))}
        </div>
      </fieldset>
      <Check
        label="All projects"
        hint={`Otherwise only ${project.name}.`}
        checked={allProjects}
        onChecked={setAllProjects}
      />
      <div
        className="columns"
        style={{ gridTemplateColumns: 'repeat(auto-fit, minmax(min(12rem, 100%), 1fr))' }}
      >
        <SelectField label="Expires" value={expiry} onValue={setExpiry} options={days} />
        <Field
          label="Requests per minute"
          hint="Leave empty for no limit."
          type="number"
          min={1}
          max={1_000_000}
          value={rate}
          onValue={setRate}
          error={errorAt('ratePerMinute')}
        />
      </div>
      {kind === 'web' && (
        <>
          <TextField
            label="Allowed origins"
            hint="One per line, such as https://shop.example. Leave empty to allow any page."
            rows={2}
            code
            value={origins}
            onValue={setOrigins}
            error={errorAt('origins')}
          />
          <FilterField
            project={project.id}
            label="Only these items"
            hint="Other items are invisible to this key. Without a condition, it sees all."
            placeholder="tier:open"
            value={filter}
            onValue={setFilter}
            error={errorAt('filter')}
          />
        </>
      )}
      {choosesPrices && (
        <Field
          label="Price lists"
          hint="Such as b2b, vip: the prices that its requests may choose. Leave empty for the price of each item only."
          value={priceLists}
          onValue={setPriceLists}
          error={errorAt('priceLists')}
        />
      )}
      {selected.size === 0 && <p className="note warn">Select at least one scope.</p>}
      {error !== null && !hasFieldError && <ErrorNote error={error} />}
      <div className="row end">
        <button type="button" className="button" onClick={onClose}>
          Cancel
        </button>
        <button type="submit" className="button main" disabled={selected.size === 0}>
          Create key
        </button>
      </div>
    </form>
  );
}
