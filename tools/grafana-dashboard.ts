import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** `npm run dashboard`: writes the Grafana dashboard for `/metrics` to deploy/grafana/vitrine.json. */

interface Graph {
  readonly title: string;
  readonly description: string;
  readonly unit: string;
  /** By legend. */
  readonly queries: Readonly<Record<string, string>>;
}

/** Of the selected processes. */
const of = '{instance=~"$instance"}';
const rate = (metric: string, labels = ''): string =>
  `rate(${metric}{instance=~"$instance"${labels}}[$__rate_interval])`;
const quantile = (share: number, labels: string): string =>
  `histogram_quantile(${share}, sum by (le) (${rate('vitrine_request_duration_seconds_bucket', labels)}))`;
const ofOperation = ',operation=~"search|searchByPost|multiSearch|suggest|recommend.*"';

const rows: readonly (readonly [string, readonly Graph[]])[] = [
  [
    'Requests',
    [
      {
        title: 'Requests by operation',
        description: 'Replies per second.',
        unit: 'reqps',
        queries: { '{{operation}}': `sum by (operation) (${rate('vitrine_requests_total')})` },
      },
      {
        title: 'Time to reply: searches and recommendations',
        description: 'From the first byte of a request to the last of its reply.',
        unit: 's',
        queries: {
          median: quantile(0.5, ofOperation),
          '95 %': quantile(0.95, ofOperation),
          '99 %': quantile(0.99, ofOperation),
        },
      },
      {
        title: 'Errors and refused requests',
        description: '429: rate limit. 503: overloaded, stopping or storage. Other 5xx are defects.',
        unit: 'reqps',
        queries: {
          '{{status}}': `sum by (status) (${rate('vitrine_requests_total', ',status=~"429|5.."')})`,
        },
      },
      {
        title: 'Forwarded requests',
        description: 'Between threads of a process, and between processes of a cluster by outcome.',
        unit: 'reqps',
        queries: {
          'to the main thread': `sum(${rate('vitrine_requests_forwarded_total')})`,
          'to a process, {{outcome}}': `sum by (outcome) (${rate('vitrine_cluster_requests_forwarded_total')})`,
        },
      },
    ],
  ],
  [
    'Process',
    [
      {
        title: 'CPU',
        description: 'Cores in use.',
        unit: 'short',
        queries: {
          '{{instance}}': rate('vitrine_process_cpu_seconds_total'),
          'trainings {{instance}}': rate('vitrine_training_cpu_seconds'),
        },
      },
      {
        title: 'Memory',
        description: 'Resident memory of the process, and buffers of JavaScript in it.',
        unit: 'bytes',
        queries: {
          'resident {{instance}}': `vitrine_process_resident_memory_bytes${of}`,
          'buffers {{instance}}': `vitrine_array_buffer_bytes${of}`,
        },
      },
      {
        title: 'Delay of the main thread',
        description: '99th percentile of the event loop delay.',
        unit: 's',
        queries: { '{{instance}}': `vitrine_nodejs_eventloop_lag_p99_seconds${of}` },
      },
      {
        title: 'Bytes in flight and connections',
        description:
          'Bodies of requests and replies in memory; connections with a request in the last second.',
        unit: 'short',
        queries: {
          'bytes {{instance}}': `vitrine_bytes_in_flight${of}`,
          'connections, thread {{thread}}': `vitrine_serving_thread_active_connections${of}`,
        },
      },
      {
        title: 'Failed serving threads',
        description: 'Threads that were replaced, and connections that were closed with them, per hour.',
        unit: 'short',
        queries: {
          threads: `increase(vitrine_serving_threads_replaced_total${of}[1h])`,
          connections: `increase(vitrine_connections_reset_total${of}[1h])`,
        },
      },
    ],
  ],
  [
    'Data',
    [
      {
        title: 'Items and events',
        description: 'Of the open projects.',
        unit: 'short',
        queries: {
          'items {{instance}}': `vitrine_items${of}`,
          'events {{instance}}': `vitrine_events${of}`,
        },
      },
      {
        title: 'Projects',
        description: 'All, open ones, and in a cluster those that a process holds.',
        unit: 'short',
        queries: {
          'all {{instance}}': `vitrine_projects${of}`,
          'open {{instance}}': `vitrine_projects_open${of}`,
          'held {{instance}}': `vitrine_projects_held${of}`,
        },
      },
      {
        title: 'Indexes and caches',
        description: 'Memory by part.',
        unit: 'bytes',
        queries: {
          'text index': `sum(vitrine_text_index_bytes${of})`,
          recommenders: `sum(vitrine_recommender_bytes${of})`,
          'text embeddings': `sum(vitrine_text_embedding_bytes${of})`,
          'item cache': `sum(vitrine_item_cache_bytes${of})`,
          'search cache': `sum(vitrine_search_cache_bytes${of})`,
        },
      },
      {
        title: 'Models and cluster',
        description:
          '1: the model is ready; PostgreSQL or OpenSearch can be reached, and accepts writes. Processes of the cluster, and log entries that it lost.',
        unit: 'short',
        queries: {
          'image model {{instance}}': `vitrine_vision_ready${of}`,
          'text model {{instance}}': `vitrine_text_model_ready${of}`,
          'processes {{instance}}': `vitrine_cluster_members${of}`,
          'database reachable {{instance}}': `vitrine_cluster_reachable${of}`,
          'database accepts writes {{instance}}': `vitrine_cluster_accepts_writes${of}`,
          'lost entries {{instance}}': `vitrine_writes_lost_entries${of}`,
        },
      },
    ],
  ],
  [
    'Backups',
    [
      {
        title: 'Age of the newest backup',
        description: 'Alert if it is older than one and a half intervals.',
        unit: 's',
        queries: { '{{instance}}': `time() - vitrine_backup_last_success_timestamp_seconds${of}` },
      },
      {
        title: 'Size and duration',
        description: 'Of the newest backup. The duration is that of the process which made it.',
        unit: 'short',
        queries: {
          'bytes {{instance}}': `vitrine_backup_last_size_bytes${of}`,
          'seconds {{instance}}': `vitrine_backup_last_duration_seconds${of}`,
        },
      },
      {
        title: 'Stored and failed backups',
        description: 'Complete backups in the store, and failures since the start.',
        unit: 'short',
        queries: {
          'stored {{instance}}': `vitrine_backups_stored${of}`,
          'failed {{instance}}': `vitrine_backup_failures${of}`,
        },
      },
    ],
  ],
];

const [columns, width, height] = [2, 12, 8];
const datasource = { type: 'prometheus', uid: '${datasource}' };

/** The dashboard as Grafana imports it: schema version 39, of Grafana 11. */
export function dashboard(): unknown {
  const panels: unknown[] = [];
  let y = 0;
  for (const [title, graphs] of rows) {
    panels.push({
      id: panels.length + 1,
      type: 'row',
      title,
      gridPos: { x: 0, y: y++, w: 24, h: 1 },
      panels: [],
    });
    for (const [i, graph] of graphs.entries()) {
      const gridPos = {
        x: (i % columns) * width,
        y: y + Math.floor(i / columns) * height,
        w: width,
        h: height,
      };
      panels.push({ id: panels.length + 1, ...panelOf(graph), gridPos });
    }
    y += Math.ceil(graphs.length / columns) * height;
  }
  return {
    uid: 'vitrine',
    title: 'Vitrine',
    tags: ['vitrine'],
    schemaVersion: 39,
    version: 1,
    editable: true,
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    timezone: 'browser',
    templating: { list: variables() },
    panels,
  };
}

function panelOf({ title, description, unit, queries }: Graph): object {
  return {
    type: 'timeseries',
    title,
    description,
    datasource,
    fieldConfig: { defaults: { unit, min: 0, custom: { lineWidth: 1, fillOpacity: 5 } }, overrides: [] },
    options: { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi' } },
    targets: Object.entries(queries).map(([legendFormat, expr], i) => ({
      refId: String.fromCharCode(65 + i),
      datasource,
      expr,
      legendFormat,
    })),
  };
}

function variables(): unknown[] {
  return [
    { name: 'datasource', label: 'Data source', type: 'datasource', query: 'prometheus', refresh: 1 },
    {
      name: 'instance',
      label: 'Process',
      type: 'query',
      datasource,
      query: { query: 'label_values(vitrine_projects, instance)', refId: 'instance' },
      refresh: 2,
      multi: true,
      includeAll: true,
      current: { text: 'All', value: '$__all' },
    },
  ];
}

export const dashboardFile = join(import.meta.dirname, '..', 'deploy', 'grafana', 'vitrine.json');

if (import.meta.main) writeFileSync(dashboardFile, `${JSON.stringify(dashboard(), null, 2)}\n`);
