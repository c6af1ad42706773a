// Programs of the installation and the build: their output is shown only if they fail.
import { spawn } from 'node:child_process';

const isWindows = process.platform === 'win32';
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** The exit status after Ctrl+C, by convention. */
const interrupted = 130;

/** The environment of programs that this project runs. */
export function environment() {
  return { ...process.env, ONNXRUNTIME_NODE_INSTALL: 'skip' };
}

/**
 * Runs a program. Resolves with its exit status, and its stdout and stderr together. When this process is stopped, so are the program and all
 * that it started: npm would continue in the background after Ctrl+C, and remove what the next installation writes.
 */
export function runCaptured(program, parameters, cwd) {
  const child = spawn(program, parameters, {
    cwd,
    // A process group of its own, which can be ended as a whole.
    detached: !isWindows,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environment(),
  });
  const onSignal = () => {
    end(child);
    process.exit(interrupted);
  };
  for (const signal of signals) process.on(signal, onSignal);
  const chunks = [];
  child.stdout.on('data', (chunk) => chunks.push(chunk));
  child.stderr.on('data', (chunk) => chunks.push(chunk));
  return new Promise((resolve) => {
    const settle = (status, note) => {
      for (const signal of signals) process.off(signal, onSignal);
      resolve({ status, output: `${Buffer.concat(chunks)}${note}` });
    };
    child.once('error', ({ code, message }) =>
      settle(null, code === 'ENOENT' ? `${program}: not in PATH\n` : `${message}\n`),
    );
    child.once('close', (status, signal) =>
      settle(status, signal === null ? '' : `${program} was ended by ${signal}\n`),
    );
  });
}

function end(child) {
  try {
    if (isWindows) child.kill();
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
