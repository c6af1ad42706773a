/**
 * ONNX Runtime without telemetry: its published builds for Linux and macOS store a machine id, count sessions, and
 * send that to the vendor. The library reads the variable at its first session, so it must only be imported from
 * here.
 */
process.env['ORT_DISABLE_TELEMETRY'] = '1';

export { InferenceSession, Tensor } from 'onnxruntime-node';
