import type { Sabotage } from '../harness/sabotage.ts';

export const SABOTAGES: readonly Sabotage[] = [
  {
    name: 'digest-unchecked',
    flaw: 'a backup is put back whose bytes are not those that were written',
    edit: {
      file: 'electron/store/backups/backup-directory.ts',
      find: '(await sha256Of(file)) === sha256',
      put: "(await sha256Of(file)) !== '' && sha256 !== ''",
    },
  },
  {
    name: 'file-copied',
    flaw: 'a backup is a copy of the open data file, without its log',
    leftToAbuse: true,
    edit: {
      file: 'electron/store/backups/store-files.ts',
      find: 'return withConnection(copy, lastMigration);',
      put: "const schema = withConnection(copy, lastMigration);\n  process.getBuiltinModule('node:fs').copyFileSync(file, copy);\n  return schema;",
    },
  },
  {
    name: 'log-left',
    flaw: 'the log stays behind when damaged data is set aside',
    edit: {
      file: 'electron/store/backups/store-files.ts',
      find: "['', '-wal', '-shm', '-journal']",
      put: "['', '-shm', '-journal']",
    },
  },
  {
    name: 'damage-deleted',
    flaw: 'damaged data is removed instead of being set aside',
    leftToAbuse: true,
    edit: {
      file: 'electron/store/backups/recover-store.ts',
      find: 'rename(move.from, move.to);',
      put: "process.getBuiltinModule('node:fs').rmSync(move.from);",
    },
  },
  {
    name: 'room-made-first',
    leftToAbuse: true,
    flaw: 'the oldest backup goes before the new one is known to be good',
    edit: {
      file: 'electron/store/backups/make-backup.ts',
      find: 'const freeBytes = freeBytesIn(folder);',
      put: `const freeBytes = freeBytesIn(folder);
        for (const name of readdirSync(folder).sort().slice(0, -12)) rmSync(join(folder, name));`,
    },
  },
  {
    name: 'nothing-kept',
    leftToAbuse: true,
    flaw: 'a new backup takes the place of all earlier ones',
    edit: {
      file: 'electron/store/backups/backup-directory.ts',
      find: '.slice(MOST_KEPT[newest.reason])',
      put: '.slice(1)',
    },
  },
  {
    name: 'copy-unchecked',
    flaw: 'a damaged copy is kept as a backup',
    leftToAbuse: true,
    edit: {
      file: 'electron/store/backups/make-backup.ts',
      find: 'if (findings.length > 0) return',
      put: 'if (findings.length > 99) return',
    },
  },
  {
    name: 'space-unchecked',
    flaw: 'nobody looks whether there is room for a backup',
    leftToAbuse: true,
    edit: {
      file: 'electron/store/backups/make-backup.ts',
      find: 'if (freeBytes < neededBytes)',
      put: 'if (freeBytes < 0)',
    },
  },
  {
    name: 'newest-taken',
    flaw: 'the newest backup is offered, good or not',
    edit: {
      file: 'electron/store/backups/restore-backup.ts',
      find: 'if (reason === null && isVerified) return',
      put: 'if (reason !== undefined) return',
    },
  },
  {
    name: 'name-unchecked',
    flaw: 'an old backup whose description was changed is taken for a new one',
    leftToAbuse: true,
    edit: {
      file: 'electron/store/backups/backup-directory.ts',
      find: ' && backupName(manifest) === stem',
      put: '',
    },
  },
  {
    name: 'era-goes-on',
    flaw: 'positions in the feeds hold after a backup was put back',
    edit: {
      file: 'electron/store/backups/restore-backup.ts',
      find: '{ era: randomText() }',
      put: "({ ref }) => ({ era: ref('era') })",
    },
  },
  {
    name: 'tokens-kept',
    flaw: 'who was signed in when a backup was made is so again',
    edit: {
      file: 'electron/store/backups/restore-backup.ts',
      find: "await transaction.deleteFrom('tokens').execute();",
      put: '',
    },
  },
  {
    name: 'leases-kept',
    flaw: 'a delivery that was under way when a backup was made has to wait for nobody',
    leftToAbuse: true,
    edit: {
      file: 'electron/store/backups/restore-backup.ts',
      find: 'set({ leased_until: null })',
      put: 'set({ status: sql`status` })',
    },
  },
  {
    name: 'empty-begun',
    flaw: 'an empty data file is filled anew though there are backups',
    leftToAbuse: true,
    edit: {
      file: 'electron/store/backups/recover-store.ts',
      find: 'if (sizeOf(file) > 0) return false;',
      put: 'if (sizeOf(file) >= 0) return false;',
    },
  },
  {
    name: 'log-brought-in',
    flaw: 'closing damaged data changes it before anybody has chosen',
    leftToAbuse: true,
    edit: {
      file: 'electron/store/open-store.ts',
      find: 'const reader = openReading(file);',
      put: 'const reader = file === null ? openReading(file) : null;',
    },
  },
];
