import SearchOutlined from '@ant-design/icons/es/icons/SearchOutlined';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useT } from '../phrase/phrases.ts';
import { isMac } from '../ui/platform.ts';

const Finder = lazy(() => import('./Finder.tsx'));

/** Opens the finder, from here or with Ctrl+K (⌘K) anywhere. */
export function FinderButton() {
  const t = useT();
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(isMac ? event.metaKey : event.ctrlKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      setOpen(true);
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, []);
  return (
    <>
      <button
        type="button"
        className="kw-plain finder-button"
        aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
        onClick={() => setOpen(true)}
      >
        <SearchOutlined aria-hidden="true" />
        <span>{t('finder.title')}</span>
        <kbd aria-hidden="true">{isMac ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      {open && (
        <Suspense>
          <Finder onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
