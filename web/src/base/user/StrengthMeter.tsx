import { useT } from '../../phrase/phrases.ts';
import type { Strength } from './strength.ts';

/** Four bars and a word. */
export function StrengthMeter({ strength }: { strength: Strength | null }) {
  const t = useT();
  const bars = strength === null ? 0 : Math.max(1, strength);
  return (
    <div className={`strength level-${bars}`} role="status" aria-label={t('account.strength')}>
      {[1, 2, 3, 4].map((bar) => (
        <i key={bar} className={bar <= bars ? 'on' : ''} />
      ))}
      <span>{strength !== null && t(`account.strength.${strength}`)}</span>
    </div>
  );
}
