import { StartError } from '../base/start-error.ts';
import type { Config } from '../config/config.ts';

export type ChosenHost =
  | { readonly kind: 'electron'; readonly program: string }
  | { readonly kind: 'browser' }
  | { readonly kind: 'none' };

/** What this computer offers. */
export interface HostMeans {
  readonly hasDisplay: boolean;
  readonly findElectron: () => string | null;
  /** null where downloading is out of the question. */
  readonly fetchElectron: (() => Promise<string | null>) | null;
}

/** Electron where it can be had and a window is wanted, else the browser host. Throws `StartError`. */
export async function chooseHost(
  config: Pick<Config, 'host' | 'opensBrowser'>,
  means: HostMeans,
): Promise<ChosenHost> {
  const { host: wish } = config;
  if (wish === 'none' || wish === 'browser') return { kind: wish };
  if (wish === 'auto' && !(means.hasDisplay && config.opensBrowser)) return { kind: 'browser' };
  if (!means.hasDisplay) {
    throw new StartError('There is no display for the window of Electron: use --host browser or --headless.');
  }
  const program = means.findElectron() ?? (await means.fetchElectron?.()) ?? null;
  if (program !== null) return { kind: 'electron', program };
  if (wish === 'auto') return { kind: 'browser' };
  throw new StartError('Electron is not on this computer and could not be fetched: use --host browser.');
}
