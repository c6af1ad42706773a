import { execFileSync } from 'node:child_process';

/** An address range for network tests (RFC 2544), local to this machine. */
const block = '198.18';
/** An unused MAC address: packets to it are lost, as in a partitioned network. */
const unusedMacAddress = '02:00:00:00:00:01';

const ip = (...args: readonly string[]): string =>
  execFileSync('ip', args, { stdio: ['ignore', 'pipe', 'pipe'] }).toString();

/** The networks of killed processes. */
function leftOver(): NodeNetworks[] {
  const owners = new Set([...ip('netns', 'list').matchAll(/^vtr(\d+)-/gm)].map(([, owner]) => Number(owner)));
  return [...owners].filter((owner) => !isRunning(owner)).map((owner) => new NodeNetworks(owner, 3));
}

function isRunning(owner: number): boolean {
  try {
    return process.kill(owner, 0);
  } catch {
    return false;
  }
}

/**
 * A network namespace for each node of a cluster, connected by a bridge. It allows network partitions between nodes while this machine
 * still reaches all of them. Requires Linux, `ip`, and root.
 */
export class NodeNetworks implements Disposable {
  /** Addresses of the nodes for this machine. */
  readonly hosts: readonly string[];
  /**
   * Addresses of the nodes for each other. At other addresses, OpenSearch enforces system limits that a test cannot set.
   */
  readonly loopbacks: readonly string[];
  readonly #name: string;
  readonly #subnet: string;

  /** By process id. */
  constructor(owner: number, count: number) {
    this.#name = `vtr${owner}`;
    this.#subnet = `${block}.${owner % 256}`;
    this.hosts = Array.from({ length: count }, (_, no) => `${this.#subnet}.${no + 1}`);
    this.loopbacks = this.hosts.map((_, no) => `127.77.0.${no + 1}`);
  }

  /** Creates the networks, or returns the reason why it cannot. */
  static make(count: number): NodeNetworks | string {
    const networks = new NodeNetworks(process.pid, count);
    try {
      for (const old of leftOver()) old[Symbol.dispose]();
      networks.#join();
      return networks;
    } catch (error) {
      networks[Symbol.dispose]();
      const [reason] = (error as Error).message.trim().split('\n').slice(-1);
      return `Networks of their own cannot be made for nodes: ${reason}`;
    }
  }

  /** The start of a command that runs unprivileged in the network of a node. */
  command(no: number, account: number): string[] {
    const who = ['--reuid', String(account), '--regid', String(account), '--clear-groups'];
    return ['ip', 'netns', 'exec', this.#namespace(no), 'setpriv', ...who];
  }

  /** Partitions a node from all others: packets are dropped, not rejected. */
  cutOff(no: number): void {
    this.#everyPair(no, (namespace, host) =>
      ip(
        '-n',
        namespace,
        'neigh',
        'replace',
        host,
        'lladdr',
        unusedMacAddress,
        'dev',
        'inside',
        'nud',
        'permanent',
      ),
    );
  }

  heal(no: number): void {
    this.#everyPair(no, (namespace, host) => ip('-n', namespace, 'neigh', 'del', host, 'dev', 'inside'));
  }

  [Symbol.dispose](): void {
    // Deleting a namespace also deletes its link.
    const made = [
      ...this.hosts.map((_, no) => ['netns', 'del', this.#namespace(no)]),
      ['link', 'del', this.#name],
    ];
    for (const args of made)
      try {
        ip(...args);
      } catch {
        // It does not exist.
      }
  }

  #namespace(no: number): string {
    return `${this.#name}-${no}`;
  }

  #everyPair(no: number, change: (namespace: string, host: string) => void): void {
    for (const [other, host] of this.loopbacks.entries()) {
      if (other === no) continue;
      change(this.#namespace(no), host);
      change(this.#namespace(other), this.loopbacks[no]!);
    }
  }

  #join(): void {
    ip('link', 'add', this.#name, 'type', 'bridge');
    ip('addr', 'add', `${this.#subnet}.254/24`, 'dev', this.#name);
    ip('link', 'set', this.#name, 'up');
    for (const [no, host] of this.hosts.entries()) {
      const [namespace, outside] = [this.#namespace(no), `${this.#name}-${no}`];
      ip('netns', 'add', namespace);
      ip('link', 'add', outside, 'type', 'veth', 'peer', 'name', 'inside', 'netns', namespace);
      ip('link', 'set', outside, 'master', this.#name, 'up');
      ip('-n', namespace, 'link', 'set', 'lo', 'up');
      // Without this, all addresses in 127.0.0.0/8 are the node itself.
      ip('-n', namespace, 'addr', 'replace', '127.0.0.1/32', 'dev', 'lo');
      ip('-n', namespace, 'addr', 'del', '127.0.0.1/8', 'dev', 'lo');
      ip('-n', namespace, 'addr', 'add', `${host}/24`, 'dev', 'inside');
      ip('-n', namespace, 'addr', 'add', `${this.loopbacks[no]}/24`, 'dev', 'inside');
      ip('-n', namespace, 'link', 'set', 'inside', 'up');
      const allow = 'echo 1 > /proc/sys/net/ipv4/conf/inside/route_localnet';
      ip('netns', 'exec', namespace, 'sh', '-c', allow);
    }
  }
}
