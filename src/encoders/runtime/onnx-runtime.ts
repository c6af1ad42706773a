/**
 * ONNX Runtime, which as it is published for Linux and macOS keeps a number for this machine, counts sessions, and sends that to its
 * maker. What runs in a shop's own house tells nobody. Read by the library at its first session, so it is imported from here alone.
 */
process.env['ORT_DISABLE_TELEMETRY'] = '1';

export { InferenceSession, Tensor } from 'onnxruntime-node';
