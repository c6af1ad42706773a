import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../free-port.ts';
import type { OpenSearchHome } from './home.ts';
import type { NodeNetworks } from './networks.ts';
import { unprivilegedId, OpenSearchNode, settingLine, type NodeDescription } from './node.ts';

const startUpMax = 420_000;
/** Attempts to start: another process may take a selected port before the cluster binds it. */
const startsMax = 5;
const portTaken = /BindException|Address already in use|Failed to bind/;
/** Timeout of a cluster's recovery from a fault. */
const recoveryMsMax = 300_000;
const reported = [
  '_cat/health',
  '_cat/nodes?h=name,cluster_manager,heap.percent,load_1m',
  '_cat/recovery?active_only=true&h=index,type,stage,source_node,target_node,time',
  '_cat/shards?h=index,prirep,node,unassigned.reason,state',
];

interface NodeAddress {
  readonly name: string;
  readonly host: string;
  readonly transportHost: string;
  readonly httpPort: number;
  readonly transportPort: number;
}

export interface ClusterOptions {
  readonly nodes?: number;
  readonly heapMegabytes?: number;
  /** Further lines of `opensearch.yml`. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** The ports of the first attempt; later ones use free ports. */
  readonly firstPorts?: readonly number[];
  /** A network for each node; without it, all nodes use 127.0.0.1. */
  readonly networks?: NodeNetworks;
  /** The nodes write a class data archive at exit, for later starts; set by `archiveClasses`. */
  readonly writesArchive?: true;
  /** `startup` starts fast; `throughput` uses the full JIT compiler, for benchmarks. */
  readonly jvmTuning?: 'startup' | 'throughput';
}

/** Path of the class data archive, which other Java versions ignore. */
const archiveOf = (home: OpenSearchHome): string => join(home.folder, 'archive', 'opensearch.jsa');

/** Creates the class data archive of an installation if it is missing. */
export async function archiveClasses(home: OpenSearchHome): Promise<void> {
  if (existsSync(archiveOf(home))) return;
  const folder = dirname(archiveOf(home));
  mkdirSync(folder, { recursive: true });
  if (process.getuid?.() === 0) chownSync(folder, unprivilegedId, unprivilegedId);
  await using cluster = await OpenSearchCluster.start(home, { writesArchive: true });
  for (const node of cluster.nodes) await node.stop('SIGTERM');
}

/** Variable with the folder of a cluster of three nodes that several test files use, one after the other (tools/testing/with-cluster.ts). */
export const sharedClusterVariable = 'VITRINE_TEST_CLUSTER';
const descriptionFile = 'cluster.json';

/** A cluster of nodes. */
export class OpenSearchCluster implements AsyncDisposable {
  readonly nodes: readonly OpenSearchNode[];
  readonly folder: string;
  readonly #isShared: boolean;
  /** Nodes do not outlive the process that started the cluster, also where it exits without disposal. */
  readonly #onExit = (): void => {
    for (const node of this.nodes) node.kill('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 10 });
  };

  private constructor(nodes: readonly OpenSearchNode[], folder: string, isShared = false) {
    this.nodes = nodes;
    this.folder = folder;
    this.#isShared = isShared;
  }

  /**
   * The cluster that the test files of a run share, with all nodes and without data, or a new one of three nodes where a file runs
   * alone. Disposal leaves a shared one to the next file.
   */
  static async shared(home: OpenSearchHome): Promise<OpenSearchCluster> {
    const folder = process.env[sharedClusterVariable];
    if (folder === undefined) return OpenSearchCluster.start(home, { nodes: 3 });
    const described = JSON.parse(readFileSync(join(folder, descriptionFile), 'utf8')) as NodeDescription[];
    const nodes = described.map((one) => new OpenSearchNode(one));
    const cluster = new OpenSearchCluster(nodes, folder, true);
    await cluster.recover();
    await cluster.#empty();
    return cluster;
  }

  /** For snapshots of any node. */
  get snapshotFolder(): string {
    return join(this.folder, 'snapshots');
  }

  /** Resolves when all nodes are in the cluster; rejects with the log of a node that exited. */
  static async start(home: OpenSearchHome, options: ClusterOptions = {}): Promise<OpenSearchCluster> {
    const ports = [...(options.firstPorts ?? [])];
    const nextPort = async (): Promise<number> => ports.shift() ?? (await freePort());
    for (let starts = 1; ; starts++) {
      try {
        return await OpenSearchCluster.#startAt(nextPort, home, options);
      } catch (error) {
        if (starts === startsMax || !portTaken.test(String(error))) throw error;
      }
    }
  }

  static async #startAt(
    nextPort: () => Promise<number>,
    home: OpenSearchHome,
    options: ClusterOptions,
  ): Promise<OpenSearchCluster> {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-cluster-'));
    if (process.getuid?.() === 0) chownSync(folder, unprivilegedId, unprivilegedId);
    const addresses: NodeAddress[] = [];
    for (let i = 0; i < (options.nodes ?? 1); i++) {
      const host = options.networks?.hosts[i] ?? '127.0.0.1';
      addresses.push({
        name: `node-${i + 1}`,
        host,
        transportHost: options.networks?.loopbacks[i] ?? '127.0.0.1',
        httpPort: await nextPort(),
        transportPort: await nextPort(),
      });
    }
    const nodes = addresses.map((_, no) => layOut(home, folder, no, addresses, options));
    const cluster = new OpenSearchCluster(nodes, folder);
    mkdirSync(cluster.snapshotFolder);
    // Nodes run under another account where the tests run as root.
    chmodSync(cluster.snapshotFolder, 0o777);
    writeFileSync(join(folder, descriptionFile), JSON.stringify(nodes.map(({ description }) => description)));
    process.once('exit', cluster.#onExit);
    for (const node of nodes) node.start();
    await cluster.#formed().catch(async (error: unknown) => {
      await cluster[Symbol.asyncDispose]();
      throw error;
    });
    return cluster;
  }

  get urls(): string[] {
    return this.nodes.map(({ url }) => url);
  }

  /**
   * Starts stopped nodes and resolves when every node reports all nodes and shard copies. One node is not enough, because it may not
   * have noticed a failure yet. Rejects with `report()`.
   */
  async recover(): Promise<void> {
    for (const node of this.nodes) if (!node.running) node.start();
    const until = performance.now() + recoveryMsMax;
    while (performance.now() < until) {
      const each = await Promise.all(this.urls.map(async (url) => isRecovered(url, this.nodes.length)));
      if (each.every(Boolean)) return;
      await sleep(200);
    }
    throw new Error(`The cluster has not recovered:\n${await this.report()}`);
  }

  /** The cluster state and the last warnings of each node. */
  async report(): Promise<string> {
    const lines: string[] = [];
    for (const node of this.nodes) {
      lines.push(`${node.name}${node.running ? '' : ' does not run'}`);
      for (const asked of reported) {
        const answer = await fetch(`${node.url}/${asked}`, { signal: AbortSignal.timeout(5_000) })
          .then((response) => response.text())
          .catch((error: Error) => error.message);
        // Healthy nodes are omitted.
        lines.push(...answer.split('\n').filter((line) => line !== '' && !line.endsWith(' STARTED')));
      }
      lines.push(
        ...node.log
          .split('\n')
          .filter((line) => /WARN|ERROR/.test(line))
          .slice(-8),
      );
    }
    return lines.join('\n');
  }

  async #formed(): Promise<void> {
    const giveUpAt = Date.now() + startUpMax;
    const wanted = this.nodes.length;
    while (Date.now() < giveUpAt) {
      const ended = this.nodes.find((node) => !node.running);
      if (ended !== undefined) throw new Error(`OpenSearch's ${ended.name} ended:\n${ended.log}`);
      if (await isRecovered(this.nodes[0]!.url, wanted)) return;
      await sleep(200);
    }
    throw new Error(`OpenSearch had no ${wanted} nodes in time:\n${this.nodes[0]!.log}`);
  }

  /** Deletes all indices and snapshot repositories. */
  async #empty(): Promise<void> {
    const [url] = this.urls;
    for (const path of ['_all?expand_wildcards=all', '_snapshot/*']) {
      const answer = await fetch(`${url}/${path}`, { method: 'DELETE' });
      if (!answer.ok && answer.status !== 404) throw new Error(`DELETE ${path}: ${await answer.text()}`);
    }
    rmSync(this.snapshotFolder, { recursive: true, force: true });
    mkdirSync(this.snapshotFolder);
    chmodSync(this.snapshotFolder, 0o777);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isShared) return;
    await Promise.all(this.nodes.map(async (node) => node.stop('SIGKILL')));
    process.off('exit', this.#onExit);
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Whether a node reports this number of nodes, and all shard copies. */
async function isRecovered(url: string, count: number): Promise<boolean> {
  try {
    // Another process at the port may accept a connection without a reply.
    const answer = await fetch(
      `${url}/_cluster/health?wait_for_nodes=${count}&wait_for_status=green&timeout=5s`,
      { signal: AbortSignal.timeout(15_000) },
    );
    return ((await answer.json()) as { timed_out?: boolean }).timed_out === false;
  } catch {
    // This node is starting.
    return false;
  }
}

const logging = [
  'status = error',
  'appender.console.type = Console',
  'appender.console.name = console',
  'appender.console.layout.type = PatternLayout',
  'appender.console.layout.pattern = %d{ISO8601} %-5p %c{1.} %m%n',
  'rootLogger.level = info',
  'rootLogger.appenderRef.console.ref = console',
];

/** Creates the folders and settings of a node and returns its start command. */
function layOut(
  home: OpenSearchHome,
  parent: string,
  no: number,
  all: readonly NodeAddress[],
  options: ClusterOptions,
): OpenSearchNode {
  const own = all[no]!;
  const folder = join(parent, own.name);
  for (const name of ['', 'config', 'data', 'logs', 'tmp']) {
    mkdirSync(join(folder, name), { recursive: true });
    if (process.getuid?.() === 0) chownSync(join(folder, name), unprivilegedId, unprivilegedId);
  }
  const settings = {
    'cluster.name': 'vitrine-test',
    'node.name': own.name,
    'http.host': own.host,
    'transport.host': own.transportHost,
    'http.port': own.httpPort,
    'transport.port': own.transportPort,
    'path.data': join(folder, 'data'),
    'path.logs': join(folder, 'logs'),
    'path.repo': join(parent, 'snapshots'),
    'discovery.seed_hosts': all.map(
      ({ transportHost, transportPort }) => `${transportHost}:${transportPort}`,
    ),
    'cluster.initial_cluster_manager_nodes': all.map(({ name }) => name),
    'cluster.routing.allocation.disk.threshold_enabled': false,
    ...options.settings,
  };
  writeFileSync(join(folder, 'config', 'opensearch.yml'), Object.entries(settings).map(settingLine).join(''));
  writeFileSync(join(folder, 'config', 'log4j2.properties'), `${logging.join('\n')}\n`);
  const command = [
    ...(options.networks?.command(no, unprivilegedId) ?? []),
    home.java,
    ...javaParameters(home, folder, options),
  ];
  return new OpenSearchNode({ name: own.name, url: `http://${own.host}:${own.httpPort}`, folder, command });
}

function javaParameters(home: OpenSearchHome, folder: string, options: ClusterOptions): string[] {
  const heap = options.heapMegabytes ?? 512;
  return [
    `-Xms${heap}m`,
    `-Xmx${heap}m`,
    ...(options.jvmTuning === 'throughput'
      ? ['-XX:+UseG1GC']
      : ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1']),
    '-XX:+ExitOnOutOfMemoryError',
    // Class data sharing skips the loading and verification of classes, a third of the start time.
    ...(options.writesArchive === true
      ? [`-XX:ArchiveClassesAtExit=${archiveOf(home)}`]
      : existsSync(archiveOf(home))
        ? [`-XX:SharedArchiveFile=${archiveOf(home)}`, '-Xlog:cds=off']
        : []),
    '-Dfile.encoding=UTF-8',
    '-Djava.awt.headless=true',
    `-Djava.io.tmpdir=${join(folder, 'tmp')}`,
    '-Djna.nosys=true',
    '-Dio.netty.noUnsafe=true',
    '-Dio.netty.noKeySetOptimization=true',
    '-Dio.netty.recycler.maxCapacityPerThread=0',
    '-Dlog4j.shutdownHookEnabled=false',
    '-Dlog4j2.disable.jmx=true',
    '--add-modules=jdk.incubator.vector',
    '--enable-native-access=ALL-UNNAMED',
    `-Dopensearch.path.home=${home.folder}`,
    `-Dopensearch.path.conf=${join(folder, 'config')}`,
    '-Dopensearch.distribution.type=tar',
    '-Dopensearch.bundled_jdk=false',
    '-cp',
    join(home.folder, 'lib', '*'),
    'org.opensearch.bootstrap.OpenSearch',
  ];
}
