/** Log levels of pino by number. */
const levels: Readonly<Record<number, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warning',
  50: 'error',
  60: 'fatal',
};
/** Members of every line that only matter to log processors. */
const hiddenMembers = new Set(['pid', 'hostname', 'span_id']);

/** Formats a line of the JSON log for a terminal. */
export function formatTerminalLine(json: string): string {
  const { level, time, msg, err, detail, ...rest } = JSON.parse(json) as Record<string, unknown>;
  const at = new Date(Number(time)).toTimeString().slice(0, 8);
  const reason = readMessage(err) ?? (typeof detail === 'string' ? detail : null);
  const members = Object.entries(rest)
    .filter(([name]) => !hiddenMembers.has(name))
    .map(([name, value]) => ` ${name}=${JSON.stringify(value)}`)
    .join('');
  const text = `${at} ${levels[Number(level)] ?? String(level)}: ${String(msg)}${reason === null ? '' : `: ${reason}`}${members}`;
  const stack = readStack(err);
  return stack === null ? text : `${text}\n${stack}`;
}

/** A pino destination that writes text lines to a terminal. */
export function createTerminalLog(write: (text: string) => void): { write: (json: string) => void } {
  // Clears a progress line first.
  return { write: (json) => write(`\r\x1b[2K${formatTerminalLine(json)}\n`) };
}

function readMessage(error: unknown): string | null {
  return isRecord(error) && typeof error['message'] === 'string' ? error['message'] : null;
}

/** The frames of a stack trace, without the message. */
function readStack(error: unknown): string | null {
  const stack = isRecord(error) ? error['stack'] : null;
  if (typeof stack !== 'string') return null;
  const calls = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return calls.length === 0 ? null : calls.join('\n');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
