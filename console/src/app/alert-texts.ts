import type { Alert, AlertKind, Webhook } from '@vitrine/sdk';

export type TaskKind = NonNullable<Webhook['tasks']>[number];

interface AlertText {
  readonly title: string;
  /** When it opens, for the choice of a webhook. */
  readonly when: string;
  /** What to do. */
  readonly hint: string;
  /** The page of the project that helps, and its name. */
  readonly page: readonly [rest: string, text: string] | null;
}

export const alertTexts: Readonly<Record<AlertKind, AlertText>> = {
  no_results: {
    title: 'More searches without results',
    when: 'The share of searches without results doubled.',
    hint: 'See which queries and filters find nothing. An import may have removed items, words or values.',
    page: ['/searches', 'Searches'],
  },
  events_stopped: {
    title: 'Events stopped',
    when: 'A steady flow of events ended.',
    hint: 'Check whether your pages still send events, and whether their key is valid.',
    page: ['/site?field=Seen+in+the+last+hour', 'See what arrives'],
  },
  import_failed: {
    title: 'Import failed',
    when: 'An import failed or rejected a tenth of its lines.',
    hint: 'Correct the file and import it again. The rejected lines are in the reply of the import.',
    page: ['/import', 'Import'],
  },
  picture_host_down: {
    title: 'Picture host down',
    when: 'A picture host does not respond.',
    hint: 'Photo search does not find its pictures until it responds.',
    page: null,
  },
  sample_ratio: {
    title: 'Sample ratio mismatch',
    when: 'Visitors of an experiment are not divided as planned.',
    hint: 'The results are not valid: find the cause and start a new experiment.',
    page: ['/experiments', 'Experiments'],
  },
};

/** What a webhook is told about the end of a task. */
export const taskTexts: Readonly<Record<TaskKind, string>> = {
  import: 'Import of items',
  reindex: 'Rebuild of the search index',
  replay: 'Trial of a draft',
  history: 'Import of a history',
  update: 'Change of items by a filter',
  delete: 'Deletion of items by a filter',
};
export const taskKinds = Object.keys(taskTexts) as readonly TaskKind[];

export const alertKinds = Object.keys(alertTexts) as readonly AlertKind[];

export const alertTitle = ({ kind }: Pick<Alert, 'kind'>): string => alertTexts[kind].title;
