import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';

/** As many characters as a token has. */
const LENGTH = 43;
const WORDS = /[\w-]{43,}/g;

/** Whether a text holds a token that is alive: the store knows its hash, and nobody its text. */
export interface BearerSearch {
  readonly searched: number;
  isIn(text: string): boolean;
}

export function searchBearers(storeFile: string): BearerSearch {
  const hashes = tokenHashes(storeFile);
  const search = {
    searched: 0,
    isIn(text: string) {
      return candidatesIn(text).some((candidate) => {
        search.searched += 1;
        return hashes.has(createHash('sha256').update(candidate).digest('hex'));
      });
    },
  };
  return search;
}

function candidatesIn(text: string): readonly string[] {
  return (text.match(WORDS) ?? []).flatMap((word) =>
    Array.from({ length: word.length - LENGTH + 1 }, (_, at) => word.slice(at, at + LENGTH)),
  );
}

function tokenHashes(storeFile: string): ReadonlySet<string> {
  const store = new DatabaseSync(storeFile, { readOnly: true });
  try {
    const rows = store.prepare('select token_hash from tokens').all();
    return new Set(rows.map((row) => String(row.token_hash)));
  } finally {
    store.close();
  }
}
