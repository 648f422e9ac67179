import { type FakeBridge, installFakeBridge } from './fake-bridge.ts';

/** Exports end without a file. */
export function installExportBridge(): FakeBridge {
  const bridge = installFakeBridge();
  bridge.on({ exportDataset: () => null });
  return bridge;
}
