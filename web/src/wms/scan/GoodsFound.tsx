import type { Scanned, ScannedGoods } from '@kuwei/contract/wms/scan';
import { langOf, useT } from '../../phrase/phrases.ts';
import { ControlMarks, GroupMark, Pictograms } from '../../ui/HazardMarks.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { goodsLabels, stockOfProduct } from '../addresses.ts';
import { BatchState } from '../product-box/StockState.tsx';
import { sectionOf } from './section.ts';
import { StockRows } from './StockRows.tsx';
import { WorkRows } from './WorkRows.tsx';

interface GoodsFoundProps {
  scanned: Scanned;
  goods: ScannedGoods;
}

/** Goods found by the label of a bottle or batch or by a GTIN: their places and actions. */
export function GoodsFound({ scanned, goods }: GoodsFoundProps) {
  const t = useT();
  const { stock, work, whole, pageRole, why } = scanned;
  const section = sectionOf(pageRole);
  const isKept = section === 'admin';
  const { productId, productCode, productName, spec, cas, batchNo, batchStatus, expiresOn } = goods;
  const facts = [
    batchNo !== null && batchNo !== '-' && t('work.finish.batch', { batchNo }),
    expiresOn !== null && t('work.until', { date: expiresOn }),
    goods.ownerOrgName !== null && isKept && goods.ownerOrgName,
  ].filter((fact) => fact !== false);
  return (
    <>
      <section className="scan-card">
        <header className="scan-head">
          <h2 lang={langOf(productName)}>{productName}</h2>
          {batchStatus !== null && <BatchState status={batchStatus} />}
        </header>
        <p className="scan-about">
          <span className="kw-code">{productCode}</span>
          {spec !== null && <span>{spec}</span>}
          {cas !== null && <span>CAS {cas}</span>}
        </p>
        {facts.length > 0 && <p className="scan-about">{facts.join(' · ')}</p>}
        <p className="scan-marks">
          {goods.storageGroup !== null && <GroupMark group={goods.storageGroup} />}
          <Pictograms codes={goods.pictograms} />
          <ControlMarks flags={goods.controlFlags} />
        </p>
        <nav className="scan-actions" aria-label={t('scan.actions')}>
          {!isKept && (
            <PageLink className="kw-button" to={`/${section}/wms/transaction/inbound/edit?product=${productId}`}>
              {t('scan.depositMore')}
            </PageLink>
          )}
          {isKept && (
            <PageLink className="kw-button" to={stockOfProduct(productId)}>
              {t('scan.lookStock')}
            </PageLink>
          )}
          {stock.length > 0 && (
            <PageLink className="kw-button" to={goodsLabels(section, { ids: stock.map(({ id }) => id).join(',') })}>
              {t('scan.label')}
            </PageLink>
          )}
        </nav>
        {why === 'GONE' && (
          <p className="scan-gone" role="alert">
            {t('scan.why.GONE.text')}
          </p>
        )}
      </section>
      <WorkRows work={work} />
      {why !== 'GONE' && (
        <StockRows
          title={t('scan.liesIn')}
          none={t(isKept ? 'scan.noneKept' : 'scan.noneOwned')}
          stock={stock}
          whole={whole}
          section={section}
          without="product"
        />
      )}
    </>
  );
}
