import CheckOutlined from '@ant-design/icons/es/icons/CheckOutlined';
import WarningOutlined from '@ant-design/icons/es/icons/WarningOutlined';
import { useEffect, useRef } from 'react';
import { useT } from '../../phrase/phrases.ts';
import type { PlaceToCount } from './place-to-count.ts';

/** Empty in the books, and nothing to report: named in words rather than by a mark. */
const isEmpty = ({ open, lines, notTaken }: PlaceToCount): boolean => open === 0 && notTaken === 0 && lines.length === 0;

function BoxMark({ box }: { box: PlaceToCount }) {
  if (box.notTaken > 0) return <WarningOutlined className="box-chip-not-taken" aria-hidden="true" />;
  if (box.open > 0)
    return (
      <span className="box-chip-open" aria-hidden="true">
        {box.open}
      </span>
    );
  return isEmpty(box) ? null : <CheckOutlined aria-hidden="true" />;
}

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
  const standing = ({ open, lines, notTaken }: PlaceToCount): string => {
    if (notTaken > 0) return t('count.boxNotTaken', { count: notTaken });
    return open > 0 ? t('count.boxOpen', { count: open }) : t(lines.length > 0 ? 'count.boxDone' : 'count.boxEmpty');
  };
  return (
    <nav className="box-strip" aria-label={t('count.boxList')} ref={strip}>
      {places.map((box) => (
        <button
          key={box.id}
          type="button"
          className={box.open > 0 ? 'kw-plain box-chip open' : 'kw-plain box-chip'}
          aria-current={box.id === at ? 'true' : undefined}
          onClick={() => onGo(box)}
        >
          <span className="kw-code">{box.code}</span> <span className={isEmpty(box) ? '' : 'kw-unseen'}>{standing(box)}</span>
          <BoxMark box={box} />
        </button>
      ))}
    </nav>
  );
}
