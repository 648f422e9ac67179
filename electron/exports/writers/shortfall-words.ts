import type { Shortfall } from '../../../shared/contract/exports.ts';
import type { Language } from '../../../shared/contract/language.ts';

const WORDS: Readonly<Record<Language, Readonly<Record<Shortfall['kind'], string>>>> = {
  nl: {
    moved: 'De gegevens bleven veranderen tijdens het lezen. Exporteer later opnieuw.',
    failed: 'Het kassaplatform viel tijdens het lezen uit. Exporteer later opnieuw.',
  },
  en: {
    moved: 'The data kept changing while it was read. Export again later.',
    failed: 'The retail platform failed while it was read. Export again later.',
  },
};

/** Why a file has not all of its rows, as its reader is told; the message of the shortfall is always English. */
export function shortfallWords({ kind }: Shortfall, language: Language): string {
  return WORDS[language][kind];
}
