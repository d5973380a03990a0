import type { KeyboardEvent } from 'react';

/**
 * For `onInputKeyDown` of a multiple choice: Tab leaves the field without selecting the active option, as the kit would. The field has no
 * clear button: Tab would stop there, with the list still open.
 */
export function leaveOnTab(event: KeyboardEvent): void {
  if (event.key === 'Tab') event.stopPropagation();
}
