import CheckOutlined from '@ant-design/icons/es/icons/CheckOutlined';
import { useEffect, useRef } from 'react';
import { useT } from '../../phrase/phrases.ts';
import type { PlaceToCount } from './place-to-count.ts';

interface BoxStripProps {
  places: readonly PlaceToCount[];
  at: string;
  onGo: (place: PlaceToCount) => void;
}

/** The boxes along the route, with what is left in each. */
export function BoxStrip({ places, at, onGo }: BoxStripProps) {
  const t = useT();
  const strip = useRef<HTMLElement>(null);
  useEffect(() => {
    strip.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [at]);
  const standing = ({ open, lines }: PlaceToCount): string =>
    open > 0 ? t('count.boxOpen', { count: open }) : t(lines.length > 0 ? 'count.boxDone' : 'count.boxEmpty');
  return (
    <nav className="box-strip" aria-label={t('count.boxList')} ref={strip}>
      {places.map((box) => (
        <button
          key={box.id}
          type="button"
          className={box.open > 0 ? 'kw-plain box-chip open' : 'kw-plain box-chip'}
          aria-current={box.id === at ? 'true' : undefined}
          aria-label={`${box.code} ${standing(box)}`}
          onClick={() => onGo(box)}
        >
          <span className="kw-code">{box.code}</span>
          {box.open > 0 && <span className="box-chip-open">{box.open}</span>}
          {box.open === 0 && (box.lines.length > 0 ? <CheckOutlined aria-hidden="true" /> : <span>{t('count.boxEmpty')}</span>)}
        </button>
      ))}
    </nav>
  );
}
