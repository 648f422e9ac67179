import { createLogRecorder } from '../log-recorder.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { type CopyingOptions, openCopyingProgram } from './copying-program.ts';

type Options = Omit<CopyingOptions, 'folder' | 'log'> & Partial<Pick<CopyingOptions, 'folder'>>;

/** As `openCopyingProgram`, in a folder of the test unless one is given; `records` is what it logged. */
export function openStoreKeeperCopies(origin: string, { folder = temporaryFolder(), ...options }: Options) {
  const { log, records } = createLogRecorder();
  return { ...openCopyingProgram(origin, { ...options, folder, log }), records };
}
