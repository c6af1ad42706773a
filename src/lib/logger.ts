import { pino, type DestinationStream, type Logger } from 'pino';
import { createTerminalLog } from './terminal-log.ts';
import { traceLogFields } from './tracing/span.ts';

/** Writes JSON lines, or readable lines on a terminal. `destination` is stderr by default. */
export function createLogger(level: string, destination = openStandardError()): Logger {
  // Keys appear only in one header; it is redacted if headers are ever logged.
  return pino(
    {
      level,
      // Lines outside of requests, such as those of a write, belong to traces, too.
      mixin: traceLogFields,
      redact: ['*.headers["x-api-key"]', '*.headers.cookie', 'headers["x-api-key"]', 'headers.cookie'],
    },
    destination,
  );
}

function openStandardError(): DestinationStream {
  return process.stderr.isTTY ? createTerminalLog((text) => process.stderr.write(text)) : pino.destination(2);
}
