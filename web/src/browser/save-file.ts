// Files that were fetched with the token, into the person's own folder.

/** @param name as the person will find it */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  // In the document: a browser may give up the name of a link that nobody holds any longer.
  document.body.append(link);
  link.click();
  link.remove();
  // The download has begun by then; until it has, the address must stay.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** File name of a Content-Disposition (RFC 6266), the one with its own character set first. */
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
