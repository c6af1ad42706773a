import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { TracingConfig } from './tracing-config.ts';

/** The configuration with the attributes of this process; those of the environment take precedence. */
export function withProcessResource(config: TracingConfig, version: string): TracingConfig {
  const resource = {
    'service.version': version,
    'service.instance.id': randomUUID(),
    'host.name': hostname(),
    'process.pid': process.pid,
    'process.runtime.name': 'nodejs',
    'process.runtime.version': process.versions.node,
    'telemetry.sdk.language': 'nodejs',
    'telemetry.sdk.name': 'vitrine',
    'telemetry.sdk.version': version,
    ...config.resource,
  };
  return { ...config, resource };
}
