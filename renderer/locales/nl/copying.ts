/** Columns that are arranged, rows that are selected and copied. */
export const copying = {
  selected_one: '{{text}} rij geselecteerd',
  selected_other: '{{text}} rijen geselecteerd',
  copy: 'Kopiëren',
  copyTitle: 'Kopieert de rijen als tabel, om in Excel te plakken (Ctrl+C)',
  clear: 'Selectie opheffen',
  clearTitle: 'Selectie opheffen (Esc)',
  lost: 'De lijst is veranderd. Er is niets meer geselecteerd.',
  copied_one: '{{text}} rij gekopieerd als tabel.',
  copied_other: '{{text}} rijen gekopieerd als tabel.',
  partly_one:
    '{{copied}} van {{text}} rij gekopieerd. De rij is nog niet geladen; een export bevat alle rijen.',
  partly_other:
    '{{copied}} van {{text}} rijen gekopieerd. De andere zijn nog niet geladen; een export bevat alle rijen.',
  tooMany: 'Er is niets gekopieerd: kopiëren kan tot {{most}} rijen. Een export bevat alle rijen.',
  failed: 'Er is niets gekopieerd. De rijen konden niet worden gelezen of het klembord is niet beschikbaar.',
  listChanged:
    'Er is niets gekopieerd: de lijst veranderde tijdens het lezen. Selecteer de rijen opnieuw, of exporteer ze.',
  widthOf: 'Breedte van kolom {{column}}',
  moveUp: 'Kolom {{column}} naar voren',
  moveDown: 'Kolom {{column}} naar achteren',
  narrower: 'Kolom {{column}} smaller',
  wider: 'Kolom {{column}} breder',
  movedTo: '{{column}} is kolom {{place}} van {{count}}',
  width: '{{column}} is {{px}} pixels breed',
  wereReset: 'De standaardkolommen zijn hersteld.',
};
