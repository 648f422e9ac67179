import { type Mutant, mutantsOf } from '../harness/mutant.ts';

/** For the time that the tests may take. */
const IN_TESTS = ['digest-unchecked', 'log-left', 'newest-taken', 'era-goes-on', 'tokens-kept'];

export const MUTANTS: readonly Mutant[] = mutantsOf(IN_TESTS, {
  'electron/store/backups/backup-directory.ts': {
    'digest-unchecked': [
      'a backup is put back whose bytes are not those that were written',
      '(await sha256Of(file)) === sha256',
      "(await sha256Of(file)) !== '' && sha256 !== ''",
    ],
    'nothing-kept': [
      'a new backup takes the place of all earlier ones',
      '.slice(MOST_KEPT[newest.reason])',
      '.slice(1)',
    ],
  },
  'electron/store/backups/store-files.ts': {
    'file-copied': [
      'a backup is a copy of the open data file, without its log',
      'return withConnection(copy, lastMigration);',
      "const schema = withConnection(copy, lastMigration);\n  process.getBuiltinModule('node:fs').copyFileSync(file, copy);\n  return schema;",
    ],
    'log-left': [
      'the log stays behind when damaged data is set aside',
      "['', '-wal', '-shm', '-journal']",
      "['', '-shm', '-journal']",
    ],
  },
  'electron/store/backups/recover-store.ts': {
    'damage-deleted': [
      'damaged data is removed instead of being set aside',
      'rename(move.from, move.to);',
      "process.getBuiltinModule('node:fs').rmSync(move.from);",
    ],
    'empty-begun': [
      'an empty data file is filled again though there are backups',
      'if (sizeOf(file) > 0) return false;',
      'if (sizeOf(file) >= 0) return false;',
    ],
  },
  'electron/store/backups/make-backup.ts': {
    'room-made-first': [
      'the oldest backup goes before the new one is known to be good',
      'const freeBytes = freeBytesIn(folder);',
      'const freeBytes = freeBytesIn(folder);\n        for (const name of readdirSync(folder).sort().slice(0, -12)) rmSync(join(folder, name));',
    ],
    'copy-unchecked': [
      'a damaged copy is kept as a backup',
      'if (findings.length > 0) return',
      'if (findings.length > 99) return',
    ],
    'space-unchecked': [
      'nobody looks whether there is room for a backup',
      'if (freeBytes < neededBytes)',
      'if (freeBytes < 0)',
    ],
  },
  'electron/store/backups/restore-backup.ts': {
    'newest-taken': [
      'the newest backup is offered, good or not',
      'if (reason === null && isVerified) return',
      'if (reason !== undefined) return',
    ],
    'era-goes-on': [
      'positions in the feeds hold after a backup was put back',
      '{ era: randomText() }',
      "({ ref }) => ({ era: ref('era') })",
    ],
    'tokens-kept': [
      'who was signed in when a backup was made is so again',
      "await transaction.deleteFrom('tokens').execute();",
      '',
    ],
    'leases-kept': [
      'a delivery that was under way when a backup was made has to wait for nobody',
      "updateTable('webhook_deliveries').set({ leased_until: null })",
      "updateTable('webhook_deliveries').set({ leased_until: null }).where('id', '<', 0)",
    ],
  },
  'electron/store/open-store.ts': {
    'log-brought-in': [
      'closing damaged data changes it before anybody has chosen',
      'const reader = openReading(file);',
      'const reader = file === null ? openReading(file) : null;',
    ],
  },
});
