/** Levels of pino, by their numbers. */
const levels: Readonly<Record<number, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warning',
  50: 'error',
  60: 'fatal',
};
/** On every line of the log, for programs that read logs of several processes. */
const hidden = new Set(['pid', 'hostname']);

/** A line of the JSON log as text for a person at a terminal. */
export function terminalLine(json: string): string {
  const { level, time, msg, err, detail, ...rest } = JSON.parse(json) as Record<string, unknown>;
  const at = new Date(Number(time)).toTimeString().slice(0, 8);
  const reason = messageOf(err) ?? (typeof detail === 'string' ? detail : null);
  const members = Object.entries(rest)
    .filter(([name]) => !hidden.has(name))
    .map(([name, value]) => ` ${name}=${JSON.stringify(value)}`)
    .join('');
  const text = `${at} ${levels[Number(level)] ?? String(level)}: ${String(msg)}${reason === null ? '' : `: ${reason}`}${members}`;
  const stack = stackOf(err);
  return stack === null ? text : `${text}\n${stack}`;
}

/** A destination for pino that writes text lines to a terminal. */
export function terminalLog(write: (text: string) => void): { write: (json: string) => void } {
  // Clears a progress line first.
  return { write: (json) => write(`\r\x1b[2K${terminalLine(json)}\n`) };
}

function messageOf(error: unknown): string | null {
  return isRecord(error) && typeof error['message'] === 'string' ? error['message'] : null;
}

/** The calls of a stack, without the message that stands above them. */
function stackOf(error: unknown): string | null {
  const stack = isRecord(error) ? error['stack'] : null;
  if (typeof stack !== 'string') return null;
  const calls = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return calls.length === 0 ? null : calls.join('\n');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
