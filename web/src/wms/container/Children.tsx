import { say, useT } from '../../phrase/phrases.ts';
import { PageLink } from '../../ui/PageLink.tsx';
import { MeterCell } from '../place/Meter.tsx';
import { PlaceIcon } from '../place/PlaceIcon.tsx';
import type { TreeItem } from '../place/tree-items.ts';
import './children.css';

/** The direct children of a place. */
export function Children({ items, hrefOf }: { items: readonly TreeItem[]; hrefOf: (item: TreeItem) => string }) {
  const t = useT();
  return (
    <section className="place-part">
      <h2>
        {t('container.children')} <span className="page-head-count">{items.length}</span>
      </h2>
      <ul className="place-children">
        {items.map((item) => (
          <li key={item.id}>
            <PageLink to={hrefOf(item)} className="place-child">
              <PlaceIcon type={item.type} />
              <span className="place-child-name">
                <span className="kw-code">{item.code}</span> {item.name}
              </span>
              {item.type !== 'WAREHOUSE' && <span className="place-child-type">{say(`wms.container.type.${item.type}`)}</span>}
              {item.boxes > 0 && (
                <>
                  <MeterCell percent={Math.round((100 * item.occupiedBoxes) / item.boxes)} label={t('warehouse.usage')} />
                  <span className="place-child-count">
                    {t('place.occupiedOf', { used: item.occupiedBoxes, all: item.boxes })}
                  </span>
                </>
              )}
            </PageLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
