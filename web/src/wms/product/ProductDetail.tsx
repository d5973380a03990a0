// A product in the side pane, with its actions.
import { Fragment } from 'react';
import { nameIn } from '@kuwei/contract/name';
import { batchRoutes } from '@kuwei/contract/wms/batch';
import { productRoutes, type Product } from '@kuwei/contract/wms/product';
import { productBoxRoutes } from '@kuwei/contract/wms/product-box';
import { mayMove, productMoves } from '@kuwei/contract/wms/state-moves';
import { useMayCall } from '../../page/may-call.ts';
import { usePage } from '../../page/page.ts';
import { usePageQuery } from '../../page/query.ts';
import { say, useLocale, useT } from '../../phrase/phrases.ts';
import { DetailHead } from '../../table/DetailHead.tsx';
import { DetailSkeleton } from '../../table/DetailSkeleton.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { DicName } from '../../ui/DicName.tsx';
import { Facts, factsOf } from '../../ui/Facts.tsx';
import { grouped, money } from '../../ui/format.ts';
import { ControlMarks, GroupMark, Pictograms, UnassessedMark } from '../../ui/HazardMarks.tsx';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { useUnitName } from '../../ui/Quantity.tsx';
import { StateTag } from '../../ui/StateTag.tsx';
import { fileAddress, Thumb } from '../../ui/Thumb.tsx';
import { When } from '../../ui/When.tsx';
import { batchesOf } from '../addresses.ts';
import { StockMonths } from './StockMonths.tsx';
import { productStates } from './states.ts';
import { useProductActions } from './use-product-actions.tsx';

/** @param onGone the product was deleted */
export function ProductDetail({ id, onGone }: { id: string; onGone: () => void }) {
  const { data, error, refetch, isFetching } = usePageQuery(productRoutes.getProduct, { params: { id } });
  if (data) return <Sheet product={data} onGone={onGone} />;
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} />;
  return <DetailSkeleton />;
}

function Sheet({ product, onGone }: { product: Product; onGone: () => void }) {
  const t = useT();
  const mayCall = useMayCall();
  const seesStock = mayCall(productBoxRoutes.listMonths);
  const name = nameIn(useLocale(), product);
  return (
    <>
      <DetailHead
        title={name}
        marks={
          <>
            <span className="kw-code">
              {product.code} <CopyButton text={product.code} />
            </span>
            <StateTag look={productStates[product.state]} />
            <Pictograms codes={product.pictograms} size={28} />
            <ControlMarks flags={product.controlFlags} />
          </>
        }
        actions={<Actions product={product} onGone={onGone} />}
      />
      {product.images.length > 0 && (
        <div className="product-images">
          {product.images.map((image) => (
            <Thumb key={image} linked file={image} edge={96} alt={name} />
          ))}
        </div>
      )}
      <Basics product={product} />
      <Units product={product} />
      {seesStock && <StockMonths product={product} />}
      <Hazards product={product} />
      <Facts
        title={t('product.more')}
        facts={factsOf<Pick<Product, More>>({
          description: [t('wms.product.description'), product.description],
          remark: [t('wms.product.remark'), product.remark],
          updatedAt: [t('product.updatedAt'), <Stamp key="stamp" {...product} />],
        })}
      />
    </>
  );
}

function Actions({ product, onGone }: { product: Product; onGone: () => void }) {
  const t = useT();
  const { path } = usePage();
  const mayCall = useMayCall();
  const changes = mayCall(productRoutes.updateProduct);
  const { busy, setState, remove } = useProductActions(product, onGone);
  return (
    <>
      {changes && (
        <PageLink className="kw-button" to={`${path}/edit?id=${product.id}`}>
          {t('form.edit')}
        </PageLink>
      )}
      {changes && mayCall(batchRoutes.listBatches) && (
        <PageLink className="kw-button" to={batchesOf(product.id)}>
          {t('batch.title')}
        </PageLink>
      )}
      {changes && mayMove(productMoves, product.state, 'ACTIVE') && (
        <button type="button" className="kw-button" disabled={busy} onClick={() => void setState('ACTIVE')}>
          {t('product.activate')}
        </button>
      )}
      {changes && mayMove(productMoves, product.state, 'DISABLED') && (
        <button type="button" className="kw-button" disabled={busy} onClick={() => void setState('DISABLED')}>
          {t('product.disable')}
        </button>
      )}
      {mayCall(productRoutes.deleteProduct) && (
        <button type="button" className="kw-button danger" disabled={busy} onClick={() => void remove()}>
          {t('product.delete')}
        </button>
      )}
    </>
  );
}

/** Fields with a section of their own or above the sections; all others are hazard facts. */
type Basic = 'nameEn' | 'categoryName' | 'kind' | 'spec' | 'grade' | 'brand' | 'maker' | 'price';
type Counted = 'baseUnit' | 'gtin' | 'units' | 'trackBatch' | 'trackExpiry' | 'defaultShelfLifeDays';
type More = 'description' | 'remark' | 'updatedAt';
type Above = 'id' | 'rev' | 'code' | 'name' | 'state' | 'images' | 'pictograms' | 'controlFlags';
/** Shown as part of another fact, or not at all. */
type OmittedField =
  | 'hasStock'
  | 'notHazardous'
  | 'categoryId'
  | 'categoryNameEn'
  | 'assessedBy'
  | 'sdsName'
  | 'createdAt'
  | 'updatedBy';

function Basics({ product }: { product: Product }) {
  const t = useT();
  const locale = useLocale();
  return (
    <Facts
      title={t('product.basic')}
      facts={factsOf<Pick<Product, Basic>>({
        nameEn:
          locale === 'en' && product.nameEn ? [t('product.nameZh'), product.name] : [t('wms.product.nameEn'), product.nameEn],
        categoryName: [t('wms.product.category'), nameIn(locale, { name: product.categoryName, nameEn: product.categoryNameEn })],
        kind: [t('wms.product.kind'), say(`wms.product.kind.${product.kind}`)],
        spec: [t('wms.product.spec'), product.spec],
        grade: [t('wms.product.grade'), product.grade && <DicName key="grade" dic="WMS_GRADE" code={product.grade} />],
        brand: [t('wms.product.brand'), product.brand],
        maker: [t('wms.product.maker'), product.maker],
        price: [t('wms.product.price'), product.price && money(product.price)],
      })}
    />
  );
}

function Units({ product }: { product: Product }) {
  const t = useT();
  const nameOf = useUnitName();
  const yesNo = (value: boolean): string => t(value ? 'value.yes' : 'value.no');
  return (
    <Facts
      title={t('product.unitsSection')}
      facts={factsOf<Pick<Product, Counted>>({
        baseUnit: [t('wms.product.baseUnit'), nameOf(product.baseUnit)],
        gtin: [t('wms.product.gtin'), product.gtin !== null && <span className="kw-code">{product.gtin}</span>],
        units: product.units.length > 0 && [
          t('wms.product.units'),
          <ul key="units">
            {product.units.map(({ unit, factor, gtin }) => (
              <li key={unit}>
                1 {nameOf(unit)} = {grouped(factor)} {nameOf(product.baseUnit, factor)}
                {gtin !== null && <span className="kw-code product-gtin"> {gtin}</span>}
              </li>
            ))}
          </ul>,
        ],
        trackBatch: [t('wms.product.trackBatch'), yesNo(product.trackBatch)],
        trackExpiry: [t('wms.product.trackExpiry'), yesNo(product.trackExpiry)],
        defaultShelfLifeDays: [t('wms.product.shelfLife'), product.defaultShelfLifeDays],
      })}
    />
  );
}

function Hazards({ product }: { product: Product }) {
  const t = useT();
  const { storageGroup, sdsFileId } = product;
  return (
    <Facts
      title={t('product.hazard')}
      facts={factsOf<Product, Basic | Counted | More | Above | OmittedField>({
        cas: [t('wms.product.cas'), product.cas && <Code text={product.cas} />],
        formula: [t('wms.product.formula'), product.formula],
        signal: [t('wms.product.signal'), product.signal && t(`wms.product.signal.${product.signal}`)],
        hCodes: [t('wms.product.hCodes'), product.hCodes.length > 0 && product.hCodes.join(', ')],
        hazard: [
          t('wms.hazardStatus'),
          product.hazard === 'UNKNOWN' ? <UnassessedMark key="hazard" /> : t(`wms.hazard.${product.hazard}`),
        ],
        assessedAt: product.assessedAt !== null && [t('wms.product.assessed'), <Assessed key="assessed" {...product} />],
        assessedSource: [t('wms.product.assessedSource'), product.assessedSource],
        pCodes: [t('wms.product.pCodes'), product.pCodes.length > 0 && product.pCodes.join(', ')],
        otherCas: [t('wms.product.otherCas'), product.otherCas.length > 0 && product.otherCas.join(', ')],
        catalogNo: [t('wms.product.catalogNo'), product.catalogNo],
        flashPointC: [t('wms.product.flashPoint'), product.flashPointC],
        boilingPointC: [t('wms.product.boilingPoint'), product.boilingPointC],
        lowerExplosionPercent: [t('wms.product.lowerExplosion'), product.lowerExplosionPercent],
        upperExplosionPercent: [t('wms.product.upperExplosion'), product.upperExplosionPercent],
        iarcGroup: [t('wms.product.iarcGroup'), product.iarcGroup],
        exposureLimit: [t('wms.product.exposureLimit'), product.exposureLimit],
        unNo: [t('wms.product.unNo'), product.unNo && <Code text={`UN ${product.unNo}`} />],
        unClass: [t('wms.product.unClass'), product.unClass],
        packingGroup: [t('wms.product.packingGroup'), product.packingGroup],
        storageGroup: storageGroup !== null && [
          t('wms.product.storageGroup'),
          <>
            <GroupMark group={storageGroup} /> {say(`hazard.group.${storageGroup}`)}
          </>,
        ],
        conditionsRequired: product.conditionsRequired.length > 0 && [
          t('wms.product.conditions'),
          product.conditionsRequired.map((code, at) => (
            <Fragment key={code}>
              {at > 0 && ', '}
              <DicName dic="WMS_CONDITION" code={code} />
            </Fragment>
          )),
        ],
        criticalQtyT: [t('wms.product.criticalQty'), product.criticalQtyT && grouped(product.criticalQtyT)],
        unitVolumeL: [t('wms.product.unitVolume'), product.unitVolumeL && grouped(product.unitVolumeL)],
        unitMassKg: [t('wms.product.unitMass'), product.unitMassKg && grouped(product.unitMassKg)],
        sdsFileId:
          sdsFileId !== null
            ? [
                t('wms.product.sds'),
                <a key="sds" className="kw-link" href={fileAddress(sdsFileId)} target="_blank" rel="noreferrer">
                  {product.sdsName ?? t('product.sdsYes')}
                </a>,
              ]
            : product.kind === 'CHEMICAL' && [
                t('wms.product.sds'),
                <span key="sds" className="product-lacks">
                  {t('product.sdsNo')}
                </span>,
              ],
        sdsRevDate: [t('wms.product.sdsDate'), product.sdsRevDate],
        sdsLang: [t('wms.product.sdsLang'), product.sdsLang],
      })}
    />
  );
}

const Code = ({ text }: { text: string }) => <span className="kw-code">{text}</span>;

function Assessed({ assessedAt, assessedBy }: Pick<Product, 'assessedAt' | 'assessedBy'>) {
  useLocale();
  return (
    <>
      <When at={assessedAt!} /> {assessedBy}
    </>
  );
}

function Stamp({ updatedAt, updatedBy }: Pick<Product, 'updatedAt' | 'updatedBy'>) {
  useLocale();
  return (
    <>
      <When at={updatedAt} /> {updatedBy}
    </>
  );
}
