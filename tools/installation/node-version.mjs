// Whether the Node that runs this is new enough. Plain syntax without imports, as every Node that loads modules must be able to parse it.

/** Older ones cannot parse the programs in this folder. */
const majorMin = 18;

/** Ends this process with a message if its Node cannot run the programs in this folder. */
export function refuseOldNode() {
  if (versionOf(process)[0] < majorMin) refuse();
}

/**
 * Ends this process with a message if npm would install too little on its Node: native bindings, which are optional, are left out
 * where they do not support it. `test/e2e/start-failures.test.ts` compares these versions to the lock file.
 */
export function refuseOldNodeToInstall() {
  const [major, minor] = versionOf(process);
  const isSupported = major === 20 ? minor >= 19 : major === 22 ? minor >= 12 : major > 22;
  if (!isSupported) refuse();
}

function versionOf({ versions }) {
  return versions.node.split('.').map(Number);
}

function refuse() {
  process.stderr.write(
    `Cannot run on Node ${process.versions.node}: install Node 20.19, 22.12 or newer from https://nodejs.org, then run this command again\n`,
  );
  process.exit(1);
}
