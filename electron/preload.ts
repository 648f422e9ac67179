import { contextBridge, ipcRenderer } from 'electron';
import type { BridgeCall, ElectronBridge } from '../shared/contract/bridge.ts';

/** Runs in the sandbox, which gives it nothing but `electron`: names are written out and checked by the types. */
const CHANNEL = 'tilldesk:call';
const COMMAND_CHANNEL = 'tilldesk:command';

const CALLS: Record<BridgeCall, true> = {
  readSession: true,
  signIn: true,
  switchSignIn: true,
  forgetSignIn: true,
  signOut: true,
  readSettings: true,
  changeSettings: true,
  changeComputerSettings: true,
  changePlatform: true,
  exportDataset: true,
  exportMonth: true,
  readExportProgress: true,
  cancelExport: true,
  compareExport: true,
  showExport: true,
  chooseFolder: true,
  openPlace: true,
  readAbout: true,
};

const bridge: ElectronBridge = {
  async call(name, argument, sessionId) {
    if (!Object.hasOwn(CALLS, name)) throw new Error(`Tilldesk has no call ${String(name)}.`);
    return ipcRenderer.invoke(CHANNEL, name, argument, sessionId);
  },
  onCommand(run) {
    const pass = (_event: unknown, id: unknown) => run(String(id));
    ipcRenderer.on(COMMAND_CHANNEL, pass);
    return () => void ipcRenderer.off(COMMAND_CHANNEL, pass);
  },
};

contextBridge.exposeInMainWorld('tilldesk', bridge);
