/**
 * The document of pdfmake below its layout, of which pdfmake has no types: what is used here, no more. Lengths are
 * points of 1/72 inch, from the upper left.
 */
declare module 'pdfmake/js/PDFDocument.js' {
  /** States of OpenType features; given, a text is shaped with them and not kept in memory. */
  type Features = Readonly<Record<string, boolean>>;

  interface PdfDocument {
    registerFont(name: string, file: Uint8Array): this;
    font(name: string): this;
    fontSize(size: number): this;
    widthOfString(text: string, options: { readonly features: Features }): number;
    fillColor(color: string): this;
    text(text: string, x: number, y: number, options: { readonly lineBreak: false; readonly features: Features }): this;
    moveTo(x: number, y: number): this;
    lineTo(x: number, y: number): this;
    lineWidth(width: number): this;
    strokeColor(color: string): this;
    stroke(): this;
    addPage(options: { readonly size: readonly [number, number]; readonly margin: 0 }): this;
    end(): void;
    /** Bytes that are ready; null when there are none. */
    read(): Uint8Array | null;
    /** The font that was chosen last. */
    readonly _font: { readonly font: { hasGlyphForCodePoint(codePoint: number): boolean } };
  }

  interface PdfOptions {
    readonly autoFirstPage: false;
    /** Null: no font until one is chosen, else one is read from a file. */
    readonly font: null;
    readonly pdfVersion: '1.7';
    readonly lang: string;
    readonly displayTitle: true;
    readonly info: Readonly<Record<string, string | Date>>;
  }

  type NoFiles = Readonly<Record<string, never>>;
  type PdfDocumentClass = new (
    fonts: NoFiles,
    images: NoFiles,
    patterns: NoFiles,
    attachments: NoFiles,
    options: PdfOptions,
  ) => PdfDocument;

  /** Node hands out a CommonJS module as a whole, some bundlers its default. */
  const loaded: PdfDocumentClass | { readonly default: PdfDocumentClass };
  export default loaded;
  export type { Features, PdfDocument, PdfDocumentClass };
}
