import { X509Certificate } from 'node:crypto';
import type { TracingConfig } from '../lib/tracing/tracing-config.ts';
import {
  ConfigError,
  splitList,
  choose,
  readPemFile,
  parseWebAddress,
  parseWholeNumber,
  type Environment,
} from './values.ts';

/** The variables of traces, with their defaults: those of OpenTelemetry, as far as they apply. */
export const tracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: '',
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: '',
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: '',
  OTEL_EXPORTER_OTLP_HEADERS: '',
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: '',
  OTEL_EXPORTER_OTLP_TIMEOUT: '10000',
  OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: '',
  OTEL_EXPORTER_OTLP_COMPRESSION: 'none',
  OTEL_EXPORTER_OTLP_TRACES_COMPRESSION: '',
  OTEL_EXPORTER_OTLP_CERTIFICATE: '',
  OTEL_EXPORTER_OTLP_TRACES_CERTIFICATE: '',
  OTEL_TRACES_EXPORTER: 'otlp',
  OTEL_SDK_DISABLED: 'false',
  OTEL_SERVICE_NAME: '',
  OTEL_RESOURCE_ATTRIBUTES: '',
  OTEL_TRACES_SAMPLER: 'parentbased_always_on',
  OTEL_TRACES_SAMPLER_ARG: '1',
  OTEL_BSP_SCHEDULE_DELAY: '5000',
  OTEL_BSP_EXPORT_TIMEOUT: '30000',
  OTEL_BSP_MAX_QUEUE_SIZE: '2048',
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '512',
} as const;

type Name = keyof typeof tracingVariables;
type Read = (name: Name) => string;

const samplers = ['always_on', 'always_off', 'traceidratio'] as const;
const parentBased = 'parentbased_';
const headerName = /^[\w!#$%&'*+.^`|~-]+$/;
const attributeName = /^[\x21-\x7e]{1,255}$/;

/** Reads where traces are exported to, or null if none are recorded. `problem` says why not, if there is an address. */
export interface TracingSettings {
  readonly config: TracingConfig | null;
  readonly problem: string | null;
}

/**
 * A value that is invalid, or that the service does not support, disables traces and is no reason not to start: platforms set these
 * variables for all their services.
 */
export function readTracing(environment: Environment): TracingSettings {
  try {
    return { config: readTracingConfig(environment), problem: null };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { config: null, problem: `No traces are recorded: ${error.reason}` };
  }
}

/** @throws ConfigError */
function readTracingConfig(environment: Environment): TracingConfig | null {
  const read: Read = (name) => environment[name]?.trim() || tracingVariables[name];
  if (read('OTEL_SDK_DISABLED').toLowerCase() === 'true') return null;
  const url = exportUrl(read);
  const exporter = choose('OTEL_TRACES_EXPORTER', read('OTEL_TRACES_EXPORTER'), ['otlp', 'none'] as const);
  if (url === null || exporter === 'none') return null;
  const protocol = readTracesVariable('PROTOCOL', read);
  if (protocol.value !== 'http/json')
    throw new ConfigError(
      protocol.name,
      protocol.value,
      'http/json, which receivers take where http/protobuf is',
    );
  const timeout = readTracesVariable('TIMEOUT', read);
  const compression = readTracesVariable('COMPRESSION', read);
  const authority = readTracesVariable('CERTIFICATE', read);
  const queueMax = readNumber('OTEL_BSP_MAX_QUEUE_SIZE', read, 1, 1_000_000);
  return {
    url,
    headers: exportHeaders(readTracesVariable('HEADERS', read)),
    timeoutMs: parseWholeNumber(timeout.name, timeout.value, 1, 600_000),
    isCompressed: choose(compression.name, compression.value, ['none', 'gzip'] as const) === 'gzip',
    ca: readPemFile(authority.name, authority.value, (text) => new X509Certificate(text)),
    sampler: readSampler(read),
    resource: readResource(read),
    batch: {
      queueMax,
      spansMax: Math.min(readNumber('OTEL_BSP_MAX_EXPORT_BATCH_SIZE', read, 1, 100_000), queueMax),
      delayMs: readNumber('OTEL_BSP_SCHEDULE_DELAY', read, 1, 600_000),
      timeoutMs: readNumber('OTEL_BSP_EXPORT_TIMEOUT', read, 1, 600_000),
    },
  };
}

/** The variable of traces, or else that of all signals. */
function readTracesVariable(
  what: 'PROTOCOL' | 'HEADERS' | 'TIMEOUT' | 'COMPRESSION' | 'CERTIFICATE',
  read: Read,
): { readonly name: Name; readonly value: string } {
  const variable = `OTEL_EXPORTER_OTLP_TRACES_${what}` as const;
  const name = read(variable) === '' ? (`OTEL_EXPORTER_OTLP_${what}` as const) : variable;
  return { name, value: read(name) };
}

/** The address of traces is used as it is; that of all signals is completed. */
function exportUrl(read: Read): string | null {
  for (const [name, path] of [
    ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', ''],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', '/v1/traces'],
  ] as const) {
    const value = read(name);
    if (value === '') continue;
    // An address with a password is not quoted.
    if (value.includes('@')) throw new ConfigError(name, '*'.repeat(8), 'an address without credentials');
    const url = parseWebAddress(name, value);
    return url === null ? null : path === '' ? value : `${url}${path}`;
  }
  return null;
}

const readNumber = (name: Name, read: Read, min: number, max: number): number =>
  parseWholeNumber(name, read(name), min, max);

function readSampler(read: Read): TracingConfig['sampler'] {
  const name = 'OTEL_TRACES_SAMPLER';
  const value = read(name);
  const all = [...samplers, ...samplers.map((one) => `${parentBased}${one}` as const)];
  const kind = choose(name, value, all);
  const isParentBased = kind.startsWith(parentBased);
  const root = isParentBased ? kind.slice(parentBased.length) : kind;
  const ratio = root === 'always_on' ? 1 : root === 'always_off' ? 0 : readSamplerRatio(read);
  return { isParentBased, ratio };
}

function readSamplerRatio(read: Read): number {
  const name = 'OTEL_TRACES_SAMPLER_ARG';
  const value = read(name);
  const ratio = Number(value);
  if (!/^[\d.]+(e-\d+)?$/i.test(value) || !(ratio >= 0 && ratio <= 1))
    throw new ConfigError(name, value, 'a number from 0 to 1');
  return ratio;
}

function exportHeaders({
  name,
  value,
}: {
  readonly name: Name;
  readonly value: string;
}): Record<string, string> {
  const headers = parsePairs(value);
  const isSendable = ([key, text]: [string, string]): boolean =>
    headerName.test(key) && /^[\t\x20-\x7e\x80-\xff]*$/.test(text);
  if (headers === null || !headers.every(isSendable))
    throw new ConfigError(name, '*'.repeat(8), 'headers as name=value,name=value');
  return Object.fromEntries(headers.map(([key, text]) => [key.toLowerCase(), text]));
}

function readResource(read: Read): Record<string, string> {
  const name = 'OTEL_RESOURCE_ATTRIBUTES';
  const attributes = parsePairs(read(name));
  if (attributes === null || !attributes.every(([key]) => attributeName.test(key)))
    throw new ConfigError(name, read(name), 'attributes as name=value,name=value');
  const service = read('OTEL_SERVICE_NAME');
  return {
    'service.name': 'vitrine',
    ...Object.fromEntries(attributes),
    ...(service === '' ? {} : { 'service.name': service }),
  };
}

/** `name=value` pairs, separated by commas, with values percent-encoded; returns null if they are malformed. */
function parsePairs(text: string): [string, string][] | null {
  try {
    const all = splitList(text).map((pair): [string, string] => {
      const at = pair.indexOf('=');
      return [pair.slice(0, Math.max(0, at)).trim(), decodeURIComponent(pair.slice(at + 1).trim())];
    });
    return all.every(([key]) => key !== '') ? all : null;
  } catch {
    return null;
  }
}
