import { parseArgs } from 'node:util';
import { variables } from '../config.ts';

/** Wrong usage: exit status 2. */
export class UsageError extends Error {}

export interface Arguments {
  /** Arguments that are not options, in order: `projects create shop`. */
  readonly words: readonly string[];
  readonly json: boolean;
  readonly help: boolean;
  readonly data: string | undefined;
  readonly url: string | undefined;
  readonly key: string | undefined;
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
}

const options = {
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
  data: { type: 'string' },
  url: { type: 'string' },
  key: { type: 'string' },
  project: { type: 'string' },
  site: { type: 'string' },
  name: { type: 'string' },
  currency: { type: 'string' },
  scopes: { type: 'string' },
  expires: { type: 'string' },
  rate: { type: 'string' },
  origins: { type: 'string' },
  'price-lists': { type: 'string' },
  kind: { type: 'string' },
  filter: { type: 'string' },
  format: { type: 'string' },
  mode: { type: 'string' },
  layout: { type: 'string' },
  encoding: { type: 'string' },
  decimal: { type: 'string' },
  mapping: { type: 'string' },
  preview: { type: 'boolean' },
  'allow-rejected': { type: 'boolean' },
  rejected: { type: 'string' },
  schedule: { type: 'string' },
  out: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  temp: { type: 'string' },
  message: { type: 'string' },
  'dry-run': { type: 'boolean' },
  prune: { type: 'boolean' },
  yes: { type: 'boolean' },
  'end-now': { type: 'boolean' },
  'password-stdin': { type: 'boolean' },
} as const;

/** @throws UsageError for an unknown option, or one without a value */
export function parseArguments(argv: readonly string[]): Arguments {
  try {
    const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true });
    if ((values.url === undefined) !== (values.key === undefined)) {
      throw new UsageError('--url and --key go together');
    }
    if (values.url !== undefined && values.data !== undefined) {
      throw new UsageError(
        '--data is for a stopped service’s folder, --url for a running service: give one of them',
      );
    }
    if (values.url !== undefined && !/^https?:\/\//.test(values.url))
      throw new UsageError(
        `--url must begin with http:// or https://: try --url http://${values.url.replace(/^\w+:\/\//, '')}`,
      );
    return {
      words: positionals,
      json: values.json ?? false,
      help: values.help ?? false,
      data: values.data,
      url: values.url?.replace(/(?<!\/)\/+$/, ''),
      key: values.key,
      options: values,
    };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const message = error instanceof Error ? error.message : String(error);
    // Leaves out the advice of Node on arguments that begin with a dash.
    const unknown = /^Unknown option '(--?[^']*)'/.exec(message)?.[1];
    throw new UsageError(
      unknown === undefined ? message : `There is no option ${unknown}${suggestVariable(unknown)}`,
    );
  }
}

/** Suggests the variable of an option that is none, as settings of the service are variables. */
function suggestVariable(option: string): string {
  const name = option.replace(/^-+/, '').replaceAll('-', '_').toUpperCase();
  const variable = [name, `VITRINE_${name}`].find((known) => Object.hasOwn(variables, known));
  return variable === undefined ? '' : `: set ${variable} in the environment`;
}

/** The value of a required option. @throws UsageError if missing */
export function readRequired(args: Arguments, name: string): string {
  const value = args.options[name];
  if (typeof value !== 'string' || value === '') throw new UsageError(`--${name} is required here`);
  return value;
}

export function readOption(args: Arguments, name: string): string | null {
  const value = args.options[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** The argument at an index. @throws UsageError if missing */
export function readWord(args: Arguments, index: number, what: string): string {
  const value = args.words[index];
  if (value === undefined) throw new UsageError(`${what} is missing`);
  return value;
}
