import { createInterface } from 'node:readline/promises';
import { DEFAULT_SETTINGS } from '../../shared/contract/defaults.ts';
import { chooseLanguage, type Language } from '../../shared/contract/language.ts';
import { StartError } from '../base/errors.ts';
import { readSettings } from '../config/settings-file.ts';

/** Asks whether the API takes the port `free` in this run, because it cannot have `port`. */
export type AskPort = (ports: { readonly port: number; readonly free: number }) => Promise<boolean>;

/** The person chose to quit instead. */
export class PortDeclined extends StartError {
  override readonly name = 'PortDeclined';
  /** The user ended the program: a start that chose Electron by itself must not continue with the browser host. */
  override readonly exitStatus = 0;
}

export const TAKEN_PORT_TEXTS = {
  nl: {
    message: (port: number) => `Tilldesk kan poort ${port} niet gebruiken.`,
    detail:
      'Meestal gebruikt een ander programma die poort, zoals Tilldesk van een andere gebruiker die nog bij deze pc is aangemeld. Programma’s die Tilldesk op die poort verwachten, vinden het deze keer niet.',
    use: (free: number) => `Deze keer poort ${free} gebruiken`,
    quit: 'Afsluiten',
    keys: 'J/n',
  },
  en: {
    message: (port: number) => `Tilldesk cannot use port ${port}.`,
    detail:
      'Usually another program has that port, such as Tilldesk of another user who is still signed in to this computer. Programs that expect Tilldesk on that port do not find it this time.',
    use: (free: number) => `Use port ${free} this time`,
    quit: 'Quit',
    keys: 'Y/n',
  },
} as const satisfies Record<Language, object>;

export interface Terminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  readonly language: Language;
  /** Ends the question with no. */
  readonly signal: AbortSignal;
}

/** Asks on a terminal. Enter means yes; the end of the input means no. */
export function askPortInTerminal({ input, output, language, signal }: Terminal): AskPort {
  const { message, detail, use, keys } = TAKEN_PORT_TEXTS[language];
  return async ({ port, free }) => {
    // With a terminal interface, Ctrl+C would be a key instead of a signal.
    const lines = createInterface({ input, terminal: false, signal });
    output.write(`${message(port)} ${detail}\n${use(free)}? [${keys}] `);
    for await (const line of lines) return /^([jy].*)?$/i.test(line.trim());
    return false;
  };
}

/** The language of the window, by the settings of a data folder. */
export function readWindowLanguage(dataFolder: string, systemLocale: string): Language {
  const { language = DEFAULT_SETTINGS.language } = readSettings(dataFolder);
  return chooseLanguage(language, systemLocale);
}
