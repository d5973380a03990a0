import type { KeyboardEvent } from 'react';

/**
 * For `onInputKeyDown` of a choice of several: Tab leaves the field, and takes nothing on its way out as the kit's would.
 * The field has no button to clear it all: Tab would stop there, with the list still open.
 */
export function leaveOnTab(event: KeyboardEvent): void {
  if (event.key === 'Tab') event.stopPropagation();
}
