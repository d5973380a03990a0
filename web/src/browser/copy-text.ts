/** `navigator.clipboard` is missing on plain http outside loopback; there, an element's selection is copied. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement('textarea');
  field.value = text;
  field.style.position = 'fixed';
  document.body.append(field);
  field.select();
  document.execCommand('copy');
  field.remove();
}
