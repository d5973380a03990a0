import SearchOutlined from '@ant-design/icons/es/icons/SearchOutlined';
import { useT } from '../phrase/phrases.ts';
import { isMac } from '../ui/platform.ts';
import { openOverlay } from './overlay.ts';

/** Opens the finder, like Ctrl+K (⌘K). */
export function FinderButton() {
  const t = useT();
  return (
    <button
      type="button"
      className="kw-plain finder-button"
      aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
      onClick={() => openOverlay('finder')}
    >
      <SearchOutlined aria-hidden="true" />
      <span>{t('finder.title')}</span>
      <kbd aria-hidden="true">{isMac ? '⌘K' : 'Ctrl K'}</kbd>
    </button>
  );
}
