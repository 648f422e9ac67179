/** Words of the help sheet alone: what the keys do is written in `components/data-table` and its neighbours. */
export const TABLE_KEYS = [
  { id: 'move', keys: [['↑'], ['↓']] },
  { id: 'page', keys: [['PgUp'], ['PgDn']] },
  { id: 'ends', keys: [['Home'], ['End']] },
  { id: 'open', keys: [['Enter']] },
  { id: 'close', keys: [['Esc']] },
  { id: 'select', keys: [['space']] },
  {
    id: 'extend',
    keys: [
      ['Shift', '↑'],
      ['Shift', '↓'],
    ],
  },
  { id: 'all', keys: [['mod', 'A']] },
  { id: 'copy', keys: [['mod', 'C']] },
  { id: 'undo', keys: [['mod', 'Z']] },
] as const;
