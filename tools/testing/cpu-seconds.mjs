import { readdirSync, readFileSync } from 'node:fs';

/** Of a clock tick in /proc, in ms: the same on all Linux systems. */
const tickMs = 10;

/** CPU seconds of this process, and on Linux of its descendants, such as a browser: of those that live, and of those that their parents have waited for. */
export function cpuSeconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + (descendantTicks() * tickMs) / 1_000;
}

function descendantTicks() {
  const processes = readProcesses();
  const children = Map.groupBy(processes, ({ parent }) => parent);
  const own = processes.find(({ id }) => id === process.pid);
  let ticks = own?.waitedTicks ?? 0;
  const rest = [...(children.get(process.pid) ?? [])];
  for (let one = rest.pop(); one !== undefined; one = rest.pop()) {
    ticks += one.ticks + one.waitedTicks;
    rest.push(...(children.get(one.id) ?? []));
  }
  return ticks;
}

/** From /proc; none on other systems. */
function readProcesses() {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .sort()
      .flatMap(readProcess);
  } catch {
    return [];
  }
}

function readProcess(name) {
  try {
    const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
    // The name in parentheses may contain spaces; ppid is the field 4, and utime, stime, cutime and cstime are the fields 14 to 17.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [user, system, waitedUser, waitedSystem] = fields.slice(11, 15);
    return [
      { id: Number(name), parent: fields[1], ticks: user + system, waitedTicks: waitedUser + waitedSystem },
    ];
  } catch {
    // It has ended since.
    return [];
  }
}
