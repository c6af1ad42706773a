import { VitrineError, type Item, type PictureState } from '@vitrine/sdk';
import { useEffect, useState, type ReactNode } from 'react';
import { useEditedForm, type EditedForm } from '../app/edited-form.ts';
import { useLoad } from '../app/load.ts';
import { Link, projectPath, useRouter } from '../app/router.tsx';
import type { ProjectView } from '../app/project-view.ts';
import { service } from '../app/service.ts';
import { View } from '../parts/shell.tsx';
import { useToast } from '../app/toasts.tsx';
import { useUnsaved } from '../app/unsaved.ts';
import { Check, Field, TextField } from '../parts/field.tsx';
import { time } from '../parts/formats.ts';
import { Allowed, ReadOnlyNote } from '../parts/read-only.tsx';
import { ErrorNote, Skeleton } from '../parts/states.tsx';
import {
  changesOf,
  emptyForm,
  fieldErrorsOf,
  fieldsOf,
  formOf,
  knownFields,
  withAddress,
  type ItemForm,
} from './item-form.ts';
import { LocalFields } from './items/local-fields.tsx';
import { VariantList } from './items/variant-list.tsx';
import { DeleteItem } from './delete-item.tsx';
import { PictureEditor } from './picture-editor.tsx';

/** The form of a new or existing item; with `?by=id`, the path has the shop's id of it. */
export function ItemEditor({ project, parts }: ProjectView): ReactNode {
  const id = parts['item'];
  const by = useRouter().route.query.get('by') === 'id' ? 'id' : '_id';
  const loaded = useLoad(id ?? '', async (signal) =>
    id === undefined ? null : service.items.get(project.id, id, { by, signal }),
  );
  if (id === undefined)
    return <Editor project={project} item={null} pictures={[]} onSaved={() => undefined} />;
  if (loaded.value !== null) {
    const { item, pictures } = loaded.value;
    return <Editor project={project} item={item} pictures={pictures} onSaved={loaded.reload} />;
  }
  return (
    <View title="Item">
      {loaded.error === null ? (
        <Skeleton height="30rem" />
      ) : (
        <ErrorNote error={loaded.error} retry={loaded.reload} />
      )}
    </View>
  );
}

interface EditorOptions {
  readonly project: ProjectView['project'];
  readonly item: Item | null;
  readonly pictures: readonly PictureState[];
  readonly onSaved: () => void;
}

function Editor(options: EditorOptions): ReactNode {
  const { project, item, pictures } = options;
  const { go } = useRouter();
  const draft = useEditedForm<ItemForm>(item === null ? emptyForm : formOf(item), item?._version ?? 0);
  const { values: form, setValues: setForm, isChanged } = draft;
  const clearUnsaved = useUnsaved(
    isChanged
      ? { detail: `Changes to ${item === null ? 'the new item' : `“${item.name}”`} are not saved.` }
      : null,
  );
  const [deleting, setDeleting] = useState(false);
  const { save, fieldErrors, error, busy } = useSaving(options, draft, clearUnsaved);
  const list = projectPath(project.id, '/items');
  return (
    <View
      title={item?.name ?? 'New item'}
      intro={
        item === null
          ? 'Once saved, the item appears in search and recommendations immediately.'
          : `Version ${item._version}, changed ${time(item._updatedAt)}`
      }
    >
      <form className="stack" noValidate onSubmit={(event) => (event.preventDefault(), void save())}>
        <div className="columns">
          <div className="stack">
            <MainFields
              form={form}
              setForm={setForm}
              fieldErrors={fieldErrors}
              existing={item !== null}
              currency={project.currency}
            />
            <LocalFields
              draft={form}
              onDraft={(next) => setForm({ ...form, ...next })}
              errors={fieldErrors}
              currency={project.currency}
            />
          </div>
          <div className="stack">
            <section className="panel" aria-labelledby="pictures-of-item">
              <h2 id="pictures-of-item">Pictures</h2>
              <PictureEditor
                pictures={form.pictures}
                states={pictures}
                address={form.pictureAddress}
                error={fieldErrors['imgs']}
                onAddress={(pictureAddress) => setForm({ ...form, pictureAddress })}
                onAdd={() => setForm(withAddress(form))}
                onChange={(next) => setForm({ ...form, pictures: next })}
              />
            </section>
            <MoreFields form={form} setForm={setForm} fieldErrors={fieldErrors} />
            {item !== null && <VariantList project={project.id} item={item} currency={project.currency} />}
          </div>
        </div>
        {error !== null && <ErrorNote error={error} />}
        <Actions project={project.id} item={item} busy={busy} onDelete={() => setDeleting(true)} />
      </form>
      {deleting && item !== null && (
        <DeleteItem
          project={project.id}
          item={item}
          onClose={() => setDeleting(false)}
          onDeleted={() => (clearUnsaved(), go(list, true))}
        />
      )}
    </View>
  );
}

function Actions({
  project,
  item,
  busy,
  onDelete,
}: {
  project: string;
  item: Item | null;
  busy: boolean;
  onDelete: () => void;
}): ReactNode {
  return (
    <div className="row">
      <Allowed operation="changeItem">
        <button type="submit" className="button main" disabled={busy}>
          {busy ? 'Saving …' : item === null ? 'Add item' : 'Save changes'}
        </button>
      </Allowed>
      {item !== null && (
        <>
          <Link
            className="button"
            to={projectPath(project, `/recommendations/similar?item=${encodeURIComponent(item.id)}`)}
          >
            Show similar items
          </Link>
          <Allowed operation="deleteItem">
            <button type="button" className="button quiet bad" onClick={onDelete}>
              Delete
            </button>
          </Allowed>
        </>
      )}
      <ReadOnlyNote operation="changeItem" what="save changes" />
    </div>
  );
}

/** Saves the form. Validation errors are returned by field, other errors as `error`. */
function useSaving(
  { project, item, onSaved }: EditorOptions,
  { values: form, saved, setSaved }: EditedForm<ItemForm>,
  clearUnsaved: () => void,
) {
  const { go } = useRouter();
  const notify = useToast();
  const [fieldErrors, setFieldErrors] = useState<Record<string, string>>({});
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  // Focuses the first invalid field, in an effect as the fields are marked by this render.
  useEffect(() => {
    if (Object.keys(fieldErrors).length > 0)
      document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [fieldErrors]);
  const save = async (): Promise<void> => {
    const parsed = fieldsOf(form);
    setFieldErrors('errors' in parsed ? parsed.errors : {});
    setError(null);
    if ('errors' in parsed) return;
    setBusy(true);
    try {
      if (item === null) {
        const added = await service.items.add(project.id, parsed.fields as never);
        notify(`Added ${added.item.name}`);
        clearUnsaved();
        go(projectPath(project.id, `/items/${encodeURIComponent(added.item._id)}`), true);
      } else {
        await service.items.change(project.id, item._id, changesOf(saved, parsed.fields), {
          ifVersion: item._version,
        });
        setSaved(form);
        notify('Saved');
        onSaved();
      }
    } catch (thrown) {
      const invalid = thrown instanceof VitrineError ? fieldErrorsOf(thrown) : {};
      if (thrown instanceof VitrineError && thrown.code === 'item_exists')
        invalid['id'] = 'An item with this id already exists';
      setFieldErrors(invalid);
      setError(Object.keys(invalid).length === 0 ? thrown : null);
    }
    setBusy(false);
  };
  return { save, fieldErrors, error, busy };
}

interface FieldsOptions {
  readonly form: ItemForm;
  readonly setForm: (form: ItemForm) => void;
  readonly fieldErrors: Readonly<Record<string, string>>;
}

function MainFields({
  form,
  setForm,
  fieldErrors,
  existing,
  currency,
}: FieldsOptions & { existing: boolean; currency: string }): ReactNode {
  const text = (name: 'id' | 'sku' | 'name' | 'price' | 'stock' | 'description') => ({
    value: form[name],
    onValue: (value: string) => setForm({ ...form, [name]: value }),
    error: fieldErrors[name],
  });
  return (
    <section className="panel" aria-labelledby="main-fields">
      <h2 id="main-fields">Main fields</h2>
      <Field label="Name" {...text('name')} maxLength={1000} />
      <div
        className="columns"
        style={{ gridTemplateColumns: 'repeat(auto-fit, minmax(min(11rem, 100%), 1fr))' }}
      >
        <Field
          label="Id"
          hint={existing ? 'The id cannot be changed.' : 'Unique in this project.'}
          className="code"
          {...text('id')}
          readOnly={existing}
          maxLength={256}
        />
        <Field label="SKU" className="code" {...text('sku')} maxLength={256} />
      </div>
      <div
        className="columns"
        style={{ gridTemplateColumns: 'repeat(auto-fit, minmax(min(11rem, 100%), 1fr))' }}
      >
        <Field label={`Price (${currency})`} inputMode="decimal" {...text('price')} />
        <Field label="Stock" hint="Empty: not tracked." inputMode="numeric" {...text('stock')} />
      </div>
      <TextField label="Description" rows={6} {...text('description')} />
      <Check
        label="Active"
        hint="Inactive items do not appear in search or recommendations."
        checked={form.active}
        onChecked={(active) => setForm({ ...form, active })}
      />
    </section>
  );
}

function MoreFields({ form, setForm, fieldErrors }: FieldsOptions): ReactNode {
  return (
    <section className="panel" aria-labelledby="more-fields">
      <h2 id="more-fields">More fields</h2>
      <div
        className="columns"
        style={{ gridTemplateColumns: 'repeat(auto-fit, minmax(min(11rem, 100%), 1fr))' }}
      >
        {knownFields.map(({ name, label, hint }) => (
          <Field
            key={name}
            label={label}
            {...(hint === '' ? {} : { hint })}
            value={form.known[name] ?? ''}
            onValue={(value) => setForm({ ...form, known: { ...form.known, [name]: value } })}
            error={fieldErrors[name]}
          />
        ))}
      </div>
      <TextField
        label="Other fields, as JSON"
        hint="A JSON object. Its fields work in filters, facets and results."
        code
        rows={6}
        value={form.extra}
        onValue={(extra) => setForm({ ...form, extra })}
        error={fieldErrors['extra']}
      />
    </section>
  );
}
