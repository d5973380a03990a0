import { useT } from '../phrase/phrases.ts';
import './value.css';

/** Nothing was entered: shown as a dash, read aloud as a word. */
export function None() {
  const t = useT();
  return (
    <span className="none">
      <span aria-hidden="true">–</span>
      <span className="kw-unseen">{t('value.none')}</span>
    </span>
  );
}
