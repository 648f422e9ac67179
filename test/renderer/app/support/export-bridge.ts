import { useExportsStore } from '../../../../renderer/app/exports-store.ts';
import { type FakeBridge, installFakeBridge } from './fake-bridge.ts';

/** Exports end without a file, and none was begun before. */
export function installExportBridge(): FakeBridge {
  const bridge = installFakeBridge();
  bridge.on({ exportDataset: () => null });
  useExportsStore.setState(useExportsStore.getInitialState(), true);
  return bridge;
}
