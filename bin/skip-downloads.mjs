// The first step of `npm install vitrine`, before the install scripts of dependencies. On Linux, that of ONNX Runtime downloads 300 MB of
// CUDA libraries, which Vitrine does not use, from outside the package registry; without access, the installation fails. It skips files
// that exist: this creates empty ones. They stay, since that script may run after the last one of Vitrine. Only npm runs scripts in this
// order; other package managers need ONNXRUNTIME_NODE_INSTALL=skip. Where that variable is set, this does nothing.
import { writeFileSync } from 'node:fs';
import { downloadedFiles } from './onnx-files.mjs';

const isChosen = ['ONNXRUNTIME_NODE_INSTALL', 'ONNXRUNTIME_NODE_INSTALL_CUDA'].some(
  (name) => process.env[name] ?? process.env[`npm_config_${name.toLowerCase()}`],
);
for (const file of isChosen ? [] : downloadedFiles()) {
  try {
    writeFileSync(file, '', { flag: 'wx' });
  } catch {
    // It exists, or the folder is read-only: then the download decides.
  }
}
