// Saves fetched files to the user's downloads.

/** @param name file name for the user */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  // In the document: a browser may ignore the file name of a detached link.
  document.body.append(link);
  link.click();
  link.remove();
  // The URL must stay valid until the download has begun.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** File name from Content-Disposition (RFC 6266), preferring the encoded one. */
export function fileNameIn(headers: Headers, fallback: string): string {
  const disposition = headers.get('content-disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  try {
    if (encoded !== undefined) return decodeURIComponent(encoded);
  } catch {
    return fallback;
  }
  return /filename="([^"]+)"/i.exec(disposition)?.[1] ?? fallback;
}
