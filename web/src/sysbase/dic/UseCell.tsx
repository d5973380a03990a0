import type { DicUsage } from '@kuwei/contract/auth/dic';
import { useState } from 'react';
import { useT } from '../../phrase/phrases.ts';
import { grouped } from '../../ui/format.ts';
import { None } from '../../ui/None.tsx';

interface UseCellProps {
  usage: readonly DicUsage[] | null;
  code: string;
  total: number;
  /** Added by the site to a shipped dictionary. */
  own: boolean;
}

/** Number of uses of an entry; on click also where. */
export function UseCell({ usage, code, total, own }: UseCellProps) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const places = (usage ?? []).flatMap(({ place, codes }) => {
    const count = codes.find((each) => each.code === code)?.count ?? 0;
    return count === 0 ? [] : [t('dic.used', { place, count: grouped(String(count)) })];
  });
  return (
    <span className="dic-use">
      {total > 0 ? (
        <button
          type="button"
          className="kw-plain kw-link"
          aria-expanded={open}
          aria-label={t('dic.usedTimes', { count: total })}
          title={places.join('\n')}
          onClick={() => setOpen(!open)}
        >
          {grouped(String(total))}
        </button>
      ) : (
        usage !== null && usage.length > 0 && <span>{t('dic.notUsed')}</span>
      )}
      {total === 0 && (usage === null || usage.length === 0) && !own && <None />}
      {own && (
        <span className="dic-own" title={t('dic.ownHint')}>
          {t('dic.own')}
        </span>
      )}
      {open && places.map((place) => <span key={place}>{place}</span>)}
    </span>
  );
}
