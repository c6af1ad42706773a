import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { rootCertificates } from 'node:tls';
import { readConfig } from '../src/config.ts';
import { representative } from './support/matrix.ts';

/**
 * The chart as Helm renders it, and the compose files as Docker Compose reads them. Vitrine itself reads the variables that they set. Checks
 * that need a program are skipped where it is not installed.
 */
const root = join(import.meta.dirname, '..');
const chart = join(root, 'deploy', 'helm', 'vitrine');
const kubernetes = ['1.27.0', '1.33.0'];
const examples = ['embedded', 'postgres', 'opensearch'];

const isInstalled = (program: string, ...parameters: string[]): boolean =>
  spawnSync(program, parameters).status === 0;
const without = (program: string, ...parameters: string[]): { skip?: string } =>
  isInstalled(program, ...parameters)
    ? {}
    : {
        skip: `not installed: ${[program, ...parameters].filter((word) => !/version/.test(word)).join(' ')}`,
      };

/** Renders the chart with a file of `ci/`, or with its default values. */
function render(example: string | null, ...parameters: string[]): ReturnType<typeof spawnSync> {
  const values = example === null ? [] : ['--values', join(chart, 'ci', `${example}-values.yaml`)];
  return spawnSync('helm', ['template', 'shop', chart, ...values, ...parameters], { encoding: 'utf8' });
}

function rendered(example: string | null, version = kubernetes[0]!): string {
  const { status, stdout, stderr } = render(example, '--kube-version', version);
  assert.equal(status, 0, String(stderr));
  return String(stdout);
}

/** The variables of a container or service, as far as they have a value in the file. */
function variablesOf(text: string, pattern: RegExp): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(pattern)].map(([, name = '', value = '']) => [
      name,
      value.replaceAll(/^['"]|['"]$/g, ''),
    ]),
  );
}
const inPod = /- name: ((?:VITRINE|AWS|OTEL)_\w+)\n +value: (.+)$/gm;
const inService = /^ {4,6}((?:VITRINE)_\w+): (.+)$/gm;

/** Reads the variables as Vitrine does. A file that a secret provides has a certificate here; a pair of certificate and key is left out. */
function assertAccepted(set: Readonly<Record<string, string>>): void {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-deployed-'));
  try {
    const file = join(folder, 'file');
    writeFileSync(file, rootCertificates[0]!);
    const url = join(folder, 'url');
    writeFileSync(url, 'postgres://vitrine:password@db-1:5432,db-2:5432/shop?sslmode=verify-full');
    const environment = Object.fromEntries(
      Object.entries(set)
        .filter(([name]) => !/_(?:CERT|KEY)$/.test(name) || !set[name]!.startsWith('/secrets/'))
        .map(([name, value]) => {
          const isSecret = /^\/(secrets|run)\//.test(value);
          return [name, !isSecret ? value : name === 'VITRINE_POSTGRES_URL_FILE' ? url : file];
        }),
    );
    readConfig({ VITRINE_DATA: folder, ...environment });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

suite('deploy/helm, rendered', without('helm', 'version'), () => {
  test('helm lint finds nothing', () => {
    for (const example of examples) {
      const values = join(chart, 'ci', `${example}-values.yaml`);
      const { status, stdout } = spawnSync('helm', ['lint', '--strict', chart, '--values', values], {
        encoding: 'utf8',
      });
      assert.equal(status, 0, stdout);
    }
  });

  test('Vitrine accepts the variables of the pods', () => {
    const secrets = { VITRINE_OIDC_CLIENT_SECRET: 's', AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 's' };
    for (const example of [null, ...examples]) {
      const found = variablesOf(rendered(example), inPod);
      assert.ok(Object.keys(found).length >= 5);
      assertAccepted({
        ...found,
        ...(example === null ? {} : secrets),
        ...(example === 'opensearch' ? { VITRINE_OPENSEARCH_USER: 'u' } : {}),
        ...('VITRINE_CLUSTER_ADDRESS' in found ? { VITRINE_CLUSTER_ADDRESS: 'http://10.0.0.1:4700' } : {}),
      });
    }
  });

  test('secrets are references, and what is not configured is not set', () => {
    const all = rendered('opensearch');
    for (const name of [
      'VITRINE_OIDC_CLIENT_SECRET',
      'AWS_SECRET_ACCESS_KEY',
      'VITRINE_ADMIN_PASSWORD',
      'VITRINE_TEXT_KEY',
    ])
      assert.match(all, new RegExp(`- name: ${name}\\n +valueFrom:\\n +secretKeyRef:`), name);
    assert.match(all, /- name: OTEL_EXPORTER_OTLP_ENDPOINT\n +value: "http:\/\/collector:4318"/);
    assert.doesNotMatch(
      rendered(null),
      /VITRINE_(?:OIDC|BACKUP|POSTGRES|OPENSEARCH|CLUSTER)|OTEL_|AWS_|NetworkPolicy|ServiceMonitor|Ingress\n|secrets/,
    );
    const database = rendered('postgres');
    assert.match(database, /- name: VITRINE_POSTGRES_URL_FILE\n +value: \/secrets\/database\/url\n/);
    assert.match(database, /secret:\n +name: vitrine-database\n +items:\n +- \{ key: uri, path: url \}/);
    for (const path of ['ca.pem', 'certificate.pem', 'key.pem'])
      assert.ok(database.includes(`path: ${path} }`), path);
    assert.match(database, /- name: VITRINE_CLUSTER_COPIES\n +value: "2"/);
    assert.doesNotMatch(database, /OPENSEARCH/);
    assert.doesNotMatch(all, /POSTGRES/);
    assert.match(rendered('embedded'), /serviceAccountName: backups/);
    assert.doesNotMatch(rendered('embedded'), /kind: ServiceAccount\n|AWS_|volumeClaimTemplates/);
  });

  test('values that contradict each other are rejected with what to do', () => {
    const rejected: readonly (readonly [settings: string, said: RegExp])[] = [
      ['replicas=2', /replicas must be 1 with engine embedded/],
      ['engine=opensearch', /opensearch.nodes must name the cluster's nodes/],
      ['engine=postgres', /postgres.existingSecret must name a secret with the URL/],
      ['engine=postgres,postgres.existingSecret=db', /adminPassword.existingSecret must name a secret/],
      ['oidc.issuer=https://id.example.com', /publicUrl must be set with oidc.issuer/],
      ['oidc.issuer=https://id.example.com,publicUrl=https://a.b', /oidc.clientId and oidc.existingSecret/],
      ['ingress.enabled=true', /ingress.host must be the name/],
      ['backup.to=ftp://x', /backup/],
    ];
    for (const [settings, said] of rejected) {
      const { status, stderr } = render(null, '--kube-version', kubernetes[0]!, '--set', settings);
      assert.notEqual(status, 0, settings);
      assert.match(String(stderr), said, settings);
    }
  });

  test('resources match the schemas of Kubernetes', without('kubernetes-validate', '--version'), () => {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-chart-'));
    try {
      for (const version of representative(kubernetes.slice(0, 1), kubernetes)) {
        for (const example of [null, ...examples]) {
          const file = join(folder, 'resources.yaml');
          // The schema of a ServiceMonitor comes with the Prometheus Operator.
          const documents = rendered(example, version).split(/^---$/m);
          writeFileSync(file, documents.filter((text) => !/^kind: ServiceMonitor$/m.test(text)).join('---'));
          const { status, stdout, stderr } = spawnSync(
            'kubernetes-validate',
            ['--strict', '-k', version.replace(/\.0$/, ''), file],
            { encoding: 'utf8' },
          );
          assert.equal(status, 0, `${stdout}${stderr}`);
          assert.match(`${stdout}${stderr}`, /statefulset\/shop/);
        }
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

suite('deploy/compose', () => {
  const files = ['compose.yaml', 'compose.opensearch.yaml', 'compose.single.yaml'];
  const given = { SHOP_HOST: 'search.example.com', VITRINE_ADMIN_PASSWORD: 'a long password' };

  test('Vitrine accepts the variables of its services', () => {
    for (const file of files) {
      const text = readFileSync(join(root, 'deploy', file), 'utf8').replaceAll(
        /\$\{(\w+)(?::\?[^}]*)?\}/g,
        (_, name: string) => given[name as keyof typeof given],
      );
      const found = variablesOf(text, inService);
      assert.equal(found['VITRINE_PUBLIC_URL'], 'https://search.example.com', file);
      assertAccepted(found);
    }
  });

  test('Docker Compose reads the files', without('docker', 'compose', 'version'), () => {
    for (const file of files) {
      const { status, stderr } = spawnSync(
        'docker',
        ['compose', '-f', join(root, 'deploy', file), 'config', '--quiet'],
        { encoding: 'utf8', env: { ...process.env, ...given } },
      );
      assert.equal(status, 0, stderr);
    }
  });
});
