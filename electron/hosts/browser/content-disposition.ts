/** `Content-Disposition` of a download (RFC 6266): a plain name for old clients and the true one in UTF-8. */
export function contentDisposition(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeExtended(fileName)}`;
}

/** RFC 5987 leaves fewer characters as they are than `encodeURIComponent`. */
function encodeExtended(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
