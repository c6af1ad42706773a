import { useState, type ReactNode } from 'react';
import { useMay } from '../../app/identity.tsx';
import { useLoad } from '../../app/load.ts';
import { service } from '../../app/service.ts';
import { Check, TextField } from '../../parts/field.tsx';
import { count, counted } from '../../parts/formats.ts';
import { Icon } from '../../parts/icons.tsx';
import type { FormSection } from './form-section.ts';
import { parseSynonyms } from './relevance-draft.ts';
import { countSearches, joinSynonym, listSearchedWords, splitSynonym } from './synonym-lines.ts';
import { TableFrame } from '../../parts/table-frame.tsx';

/** Rows at first. */
const shownMax = 12;
const queriesMax = 500;
const wordsTriedMax = 4;
/** The height of long lists of words in browsers that do not fit a field to its text (`field-sizing`). */
const wordsLineLength = 36;
const wordsLinesMax = 6;

/** Synonyms as a table: the searches that each rule served, and what it finds in addition; or all of them as text. */
export function Synonyms({
  project,
  draft,
  saved,
  set,
  errorAt,
  onTry,
}: FormSection & {
  readonly project: string;
  /** The stored synonyms as text, one rule a line. */
  readonly saved: string;
  readonly onTry: (query: string) => void;
}): ReactNode {
  const [isText, setIsText] = useState(false);
  const error = errorAt('synonyms');
  return (
    <section className="panel" aria-labelledby="synonyms">
      <h2 id="synonyms">Synonyms</h2>
      <p className="soft">
        Words that shoppers use for the same thing. Products with the searched word itself come first.
      </p>
      {isText ? (
        <TextField
          label="One rule per line"
          hint="“sofa, couch” works both ways, “phone => iphone, smartphone” one way."
          rows={8}
          value={draft.synonyms}
          onValue={(synonyms) => set({ synonyms })}
          error={error}
        />
      ) : (
        <SynonymTable
          project={project}
          text={draft.synonyms}
          saved={saved}
          error={error}
          onTry={onTry}
          onText={(synonyms) => set({ synonyms })}
        />
      )}
      <div>
        <button type="button" className="button small" onClick={() => setIsText(!isText)}>
          {isText ? 'Edit as table' : 'Edit as text'}
        </button>
      </div>
      <Check
        label="Use built-in English synonyms"
        hint="About 250 groups, such as television and TV, or trousers and pants."
        checked={draft.builtInSynonyms}
        onChecked={(builtInSynonyms) => set({ builtInSynonyms })}
      />
    </section>
  );
}

function SynonymTable({
  project,
  text,
  saved,
  error,
  onTry,
  onText,
}: {
  project: string;
  text: string;
  saved: string;
  error: string | undefined;
  onTry: (query: string) => void;
  onText: (text: string) => void;
}): ReactNode {
  const [showsAll, setShowsAll] = useState(false);
  const lines = text === '' ? [] : text.split('\n');
  const shown = showsAll ? lines.length : shownMax;
  const savedLines = saved.split('\n').filter((line) => line.trim() !== '');
  const may = useMay();
  const searches = useLoad(project, async (signal) =>
    may('searchAnalytics')
      ? (await service.analytics.searches(project, { from: 'now-30d', limit: queriesMax }, { signal })).top
      : null,
  );
  const effects = useLoad(JSON.stringify([savedLines, shown]), (signal) =>
    measureEffects(project, savedLines, shown, signal),
  );
  const put = (at: number, line: string): void => onText(lines.with(at, line).join('\n'));
  // Rows are places in a list: a word may stand in several.
  const rows = lines.slice(0, shown).map((line, at) => ({ line, key: at }));
  return (
    <>
      {error !== undefined && (
        <p className="field-error" role="status">
          {error}
        </p>
      )}
      {lines.length > 0 && (
        <TableFrame>
          <table className="synonyms">
            <thead>
              <tr>
                <th>Words</th>
                <th className="right">
                  Searches
                  <div className="small soft">in 30 days</div>
                </th>
                <th className="right">Finds more</th>
                <th>
                  <span className="visually-hidden">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ line, key }) => (
                <SynonymRow
                  key={key}
                  number={key + 1}
                  line={line}
                  searches={
                    searches.value === null ? null : countSearches(listSearchedWords(line), searches.value)
                  }
                  effect={effects.value?.get(line)}
                  isMeasuring={effects.busy}
                  onLine={(next) => put(key, next)}
                  onRemove={() => onText(lines.toSpliced(key, 1).join('\n'))}
                  onTry={onTry}
                />
              ))}
            </tbody>
          </table>
        </TableFrame>
      )}
      <div className="row">
        <button
          type="button"
          className="button small"
          onClick={() => {
            setShowsAll(true);
            onText(lines.length === 0 ? ' ' : `${text}\n`);
          }}
        >
          <Icon name="plus" size={14} />
          Add synonyms
        </button>
        {lines.length > shown && (
          <button type="button" className="button small" onClick={() => setShowsAll(true)}>
            Show all {count(lines.length)}
          </button>
        )}
      </div>
    </>
  );
}

function SynonymRow({
  number,
  line,
  searches,
  effect,
  isMeasuring,
  onLine,
  onRemove,
  onTry,
}: {
  number: number;
  line: string;
  searches: number | null;
  effect: Effect | undefined;
  isMeasuring: boolean;
  onLine: (line: string) => void;
  onRemove: () => void;
  onTry: (query: string) => void;
}): ReactNode {
  const typed = splitSynonym(line);
  const [word] = listSearchedWords(line);
  const name = word === undefined ? `row ${number}` : `“${word}”`;
  return (
    <tr>
      <td>
        <div className="synonym-words">
          {typed.from !== null && (
            <input
              className="input"
              aria-label={`Searched word, row ${number}`}
              placeholder="phone"
              value={typed.from}
              onChange={({ target }) => onLine(joinSynonym({ ...typed, from: target.value }))}
            />
          )}
          <textarea
            className="input"
            aria-label={`Words, row ${number}`}
            placeholder={typed.from === null ? 'sofa, couch, settee' : 'iphone, smartphone'}
            rows={Math.min(Math.ceil((typed.words.length + 1) / wordsLineLength), wordsLinesMax)}
            value={typed.words.trimStart()}
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
            onChange={({ target }) =>
              // A rule is one line of text: pasted lines become words of it.
              onLine(joinSynonym({ ...typed, words: target.value.replaceAll(/[\r\n]+/g, ', ') }) || ' ')
            }
          />
          <select
            className="input"
            aria-label={`Direction, row ${number}`}
            value={typed.from === null ? 'both' : 'one'}
            onChange={({ target }) => onLine(turnSynonym(line, target.value === 'one'))}
          >
            <option value="both">both ways</option>
            <option value="one">one way</option>
          </select>
        </div>
      </td>
      <td className="right num" data-label="Searches">
        {searches === null ? '–' : count(searches)}
      </td>
      <td className="right num" data-label="Finds more">
        {effect !== undefined ? describeEffect(effect) : isMeasuring ? '…' : '–'}
      </td>
      <td>
        <div className="row end">
          <button
            type="button"
            className="button small"
            disabled={word === undefined}
            onClick={() => word !== undefined && onTry(effect?.word ?? word)}
          >
            Try
            <span className="visually-hidden"> {name}</span>
          </button>
          <button
            type="button"
            className="button small icon-only"
            aria-label={`Remove ${name}`}
            onClick={onRemove}
          >
            <Icon name="close" size={14} />
          </button>
        </div>
      </td>
    </tr>
  );
}

/** The rule in the other direction: the first word becomes the searched one, or one of all. */
function turnSynonym(line: string, isOneWay: boolean): string {
  const { from, words } = splitSynonym(line);
  if (isOneWay === (from !== null)) return line;
  if (from !== null) return [from, words].filter((part) => part.trim() !== '').join(', ');
  const [first = '', ...others] = words.split(',');
  return joinSynonym({ from: first.trim(), words: others.join(',').trim() });
}

/** What a rule adds to the search for one of its words, the one to which it adds most. */
interface Effect {
  readonly word: string;
  readonly added: number;
}

function describeEffect({ word, added }: Effect): ReactNode {
  return added === 0 ? (
    <span className="soft">nothing</span>
  ) : (
    <>
      {counted(added, 'product')}
      <div className="small soft">for “{word}”</div>
    </>
  );
}

/** Searches for the words of each rule with and without it, by words alone. */
async function measureEffects(
  project: string,
  lines: readonly string[],
  shown: number,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Effect>> {
  const byWords = { semantic: { enabled: false }, typos: { enabled: false } };
  const countItems = async (q: string, synonyms: readonly string[]): Promise<number> => {
    const search = { ...byWords, synonyms: parseSynonyms(synonyms.join('\n')) };
    return (await service.settings.preview(project, { q, limit: 1, settings: { search } }, { signal })).total;
  };
  const effects = new Map<string, Effect>();
  for (const [at, line] of lines.slice(0, shown).entries()) {
    let best: Effect = { word: '', added: -1 };
    for (const word of listSearchedWords(line).slice(0, wordsTriedMax)) {
      const added = (await countItems(word, lines)) - (await countItems(word, lines.toSpliced(at, 1)));
      if (added > best.added) best = { word, added };
    }
    if (best.added >= 0) effects.set(line, best);
  }
  return effects;
}
