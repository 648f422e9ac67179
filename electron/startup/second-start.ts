import { addressOf, askLaunchAddress, type RunningInstance } from './running-instance.ts';

export interface SecondStart {
  readonly lines: readonly string[];
  readonly exitStatus: 0 | 1;
}

/** What a start says when the program already runs on its data folder. */
export async function answerSecondStart(
  instance: RunningInstance,
  wantsWindow: boolean,
  fetchOf: typeof fetch = fetch,
): Promise<SecondStart> {
  const running = `Tilldesk is already running (process ${instance.pid}); its API is at ${addressOf(instance)}.`;
  if (!wantsWindow) return { lines: [running], exitStatus: 0 };
  if (instance.host === 'electron') {
    return { lines: [`${running} It has a window of its own.`], exitStatus: 0 };
  }
  if (instance.host === 'none') {
    return {
      lines: [`${running} It was started without a window: stop it first, or name another --data-dir.`],
      exitStatus: 1,
    };
  }
  const address = await askLaunchAddress(instance, fetchOf);
  if (address === null) {
    return { lines: [`${running} It gave no address to open; stop it and start again.`], exitStatus: 1 };
  }
  return { lines: [running, `Open ${address} (works once, for 10 minutes).`], exitStatus: 0 };
}
