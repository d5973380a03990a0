import type { Scanned } from '@kuwei/contract/wms/scan';
import { useT } from '../../phrase/phrases.ts';
import { PageLink } from '../../ui/PageLink.tsx';
import { StateTag } from '../../ui/StateTag.tsx';
import { boxAddress, labelsAddress, moveOf, stockAddress } from '../addresses.ts';
import { CountHold } from '../goods/CountHold.tsx';
import { boxLook } from '../warehouse-box/looks.ts';
import { sectionOf } from './section.ts';
import { StockRows } from './StockRows.tsx';
import { WorkRows } from './WorkRows.tsx';

interface BoxFoundProps {
  scanned: Scanned;
  box: NonNullable<Scanned['box']>;
}

/** A scanned box: its contents and, for its storekeepers, pending work. */
export function BoxFound({ scanned, box }: BoxFoundProps) {
  const t = useT();
  const { stock, work, whole, pageRole } = scanned;
  const isKept = pageRole === 'ROLE_WAREHOUSE_ADMIN';
  const movable = stock.filter(({ qty, reserved, guest }) => qty !== reserved && !guest).map(({ id }) => id);
  return (
    <>
      <section className="scan-card">
        <header className="scan-head">
          <h2 className="kw-code">{box.code}</h2>
          {isKept && <StateTag look={boxLook({ ...box, lines: stock.length })} />}
        </header>
        <p className="scan-about">
          {box.containerName} · {box.warehouseName}
        </p>
        {box.count !== null && (
          <p className="scan-about">
            <CountHold count={box.count} />
          </p>
        )}
        {isKept && (
          <nav className="scan-actions" aria-label={t('scan.actions')}>
            {movable.length > 0 && (
              <PageLink className="kw-button primary" to={moveOf(movable)}>
                {t('scan.move')}
              </PageLink>
            )}
            <PageLink className="kw-button" to={boxAddress(box.id)}>
              {t('scan.lookBox')}
            </PageLink>
            <PageLink className="kw-button" to={stockAddress(box.id)}>
              {t('scan.lookStock')}
            </PageLink>
            <PageLink className="kw-button" to={labelsAddress({ ids: box.id })}>
              {t('scan.label')}
            </PageLink>
          </nav>
        )}
      </section>
      <WorkRows work={work} />
      <StockRows
        title={t(isKept ? 'scan.inBox' : 'scan.yoursInBox')}
        none={t('scan.boxEmpty')}
        stock={stock}
        whole={whole}
        section={sectionOf(pageRole)}
        without="box"
      />
    </>
  );
}
