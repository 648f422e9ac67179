/** A font of the documents, for what must be known before they are laid out. */
export interface Face {
  /** In the size of the letters. */
  widthOf(text: string): number;
  has(codePoint: number): boolean;
}

export interface Faces {
  readonly regular: Face;
  readonly bold: Face;
}

const FILES = { regular: 'Roboto-Regular.ttf', bold: 'Roboto-Medium.ttf' } as const;

/** Files that a document names, such as its fonts: public, and left out of the types. */
interface OwnFiles {
  readonly virtualfs: { writeFileSync(name: string, content: Uint8Array): void };
}

/** Loads what makes documents, with nothing but its own fonts to read: a text never leads it to a file or an address. */
export async function loadPdfMake() {
  const [{ default: loaded }, { default: files }, fontkit] = await Promise.all([
    import('pdfmake'),
    import('pdfmake/build/vfs_fonts.js'),
    import('fontkit'),
  ]);
  const pdfMake = loaded as typeof loaded & OwnFiles;

  function faceOf(name: string): Face {
    const file = fontFile(files, name);
    pdfMake.virtualfs.writeFileSync(name, file);
    return createFace(fontkit.create(file));
  }

  const faces: Faces = { regular: faceOf(FILES.regular), bold: faceOf(FILES.bold) };
  pdfMake.setFonts({ Roboto: { normal: FILES.regular, bold: FILES.bold } });
  pdfMake.setUrlAccessPolicy(() => false);
  pdfMake.setLocalAccessPolicy(() => false);
  return { pdfMake, faces };
}

function fontFile(files: Readonly<Record<string, unknown>>, name: string): Uint8Array {
  const file = files[name];
  if (typeof file !== 'string') throw new TypeError(`pdfmake has no font ${name}`);
  return Buffer.from(file, 'base64');
}

type Font = ReturnType<typeof import('fontkit').create>;

/** Each letter is measured once. */
function createFace(font: Font): Face {
  const widths = new Map<string, number>();

  function widthOfLetter(letter: string): number {
    const known = widths.get(letter);
    if (known !== undefined) return known;
    const width = font.glyphForCodePoint(letter.codePointAt(0) ?? 0).advanceWidth / font.unitsPerEm;
    widths.set(letter, width);
    return width;
  }

  return {
    widthOf(text) {
      let width = 0;
      for (const letter of text) width += widthOfLetter(letter);
      return width;
    },
    has: (codePoint) => font.hasGlyphForCodePoint(codePoint),
  };
}
