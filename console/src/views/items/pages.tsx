import { useState, type ReactNode } from 'react';
import { count } from '../../parts/formats.ts';
import { pageSize } from './item-query.ts';

/** Goes to other pages of a list, also to one by its number. */
export function Pages({
  page,
  total,
  onPage,
}: {
  page: number;
  total: number;
  onPage: (page: number) => void;
}): ReactNode {
  const last = Math.ceil(total / pageSize);
  return (
    <nav className="row pages" aria-label="Pages">
      <button type="button" className="button" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Previous
      </button>
      <PageField key={page} page={page} last={last} onPage={onPage} />
      <button type="button" className="button" disabled={page >= last} onClick={() => onPage(page + 1)}>
        Next
      </button>
    </nav>
  );
}

function PageField({
  page,
  last,
  onPage,
}: {
  page: number;
  last: number;
  onPage: (page: number) => void;
}): ReactNode {
  const [text, setText] = useState(String(page));
  const submit = (): void => {
    const wanted = Math.min(last, Math.max(1, Math.floor(Number(text)) || page));
    if (wanted === page) setText(String(page));
    else onPage(wanted);
  };
  return (
    <form className="row num soft" onSubmit={(event) => (event.preventDefault(), submit())}>
      Page
      <input
        className="input page-field"
        inputMode="numeric"
        aria-label={`Page, of ${last}`}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={submit}
      />
      of {count(last)}
    </form>
  );
}
