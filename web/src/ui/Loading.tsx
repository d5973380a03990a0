import { LOADING_DOT_MS } from '@kuwei/contract/constants';
import { useEffect, useState } from 'react';
import { useT } from '../phrase/phrases.ts';
import './loading.css';

const DOTS_MAX = 3;

/** Fills the window while there is nothing to show yet. */
export function Loading() {
  const t = useT();
  const [dots, setDots] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setDots((count) => (count + 1) % (DOTS_MAX + 1)), LOADING_DOT_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <div className="kw-loading" role="status">
      {t('app.loading')}
      <span aria-hidden="true">{'.'.repeat(dots)}</span>
    </div>
  );
}
