const FONT_FILES = { normal: 'Roboto-Regular.ttf', bold: 'Roboto-Medium.ttf' } as const;

/** pdfmake reads its fonts from here. The types of pdfmake leave it out. */
interface FontFolder {
  readonly virtualfs: { writeFileSync(name: string, content: Uint8Array): void };
}

/**
 * Loads pdfmake with its own fonts. It may read nothing else, so that no text leads it to a file or an address.
 * `hasCharacter` says whether the font can print a character.
 */
export async function loadPdfMake() {
  const [{ default: loaded }, { default: files }, fontkit] = await Promise.all([
    import('pdfmake'),
    import('pdfmake/build/vfs_fonts.js'),
    import('fontkit'),
  ]);
  const pdfMake = loaded as typeof loaded & FontFolder;
  const fonts: Readonly<Record<string, unknown>> = files;
  for (const name of Object.values(FONT_FILES)) pdfMake.virtualfs.writeFileSync(name, decodeFont(fonts[name]));
  pdfMake.setFonts({ Roboto: FONT_FILES });
  pdfMake.setUrlAccessPolicy(() => false);
  pdfMake.setLocalAccessPolicy(() => false);
  const font = fontkit.create(decodeFont(fonts[FONT_FILES.normal]));
  return { pdfMake, hasCharacter: (codePoint: number) => font.hasGlyphForCodePoint(codePoint) };
}

function decodeFont(file: unknown): Uint8Array {
  if (typeof file !== 'string') throw new TypeError('pdfmake lacks a font');
  return Buffer.from(file, 'base64');
}
