// Notes on a stock row. Its quantity changes only by documents.
import { productBoxRoutes } from '@kuwei/contract/wms/product-box';
import { EditPage } from '../../form/EditPage.tsx';
import { editOf } from '../../form/edit-spec.ts';
import { AreaField } from '../../form/field/AreaField.tsx';
import { DateField } from '../../form/field/DateField.tsx';
import { LoadRecord } from '../../form/LoadRecord.tsx';
import { Section } from '../../form/Section.tsx';
import { usePage } from '../../page/page.ts';
import { useT } from '../../phrase/phrases.ts';
import { ErrorPage } from '../../ui/ErrorPage.tsx';
import { hasOwnerColumn, useSide } from '../goods/side.ts';
import { Figures } from './Figures.tsx';
import { StockFacts } from './StockDetail.tsx';

const stockEdit = editOf(productBoxRoutes.noteStock, {
  name: 'wms.stock',
  get: productBoxRoutes.getStock,
  update: productBoxRoutes.noteStock,
  changes: ['/wms/product-box', '/wms/product-space'],
  nameOf: ({ productName, batchNo, boxCode }) => `${productName} ${batchNo} ${boxCode}`,
});

export default function StockEditPage() {
  const t = useT();
  const side = useSide();
  const id = usePage().query.get('id');
  // Stock is created by documents, not here.
  if (id === null) return <ErrorPage status={404} message={t('error.page.notFound')} />;
  return (
    <LoadRecord get={productBoxRoutes.getStock} id={id}>
      {({ guest, ownerOrgName }) =>
        guest ? (
          <ErrorPage status={403} message={t('stock.guest', { owner: ownerOrgName })} />
        ) : (
          <StockForm withOwner={hasOwnerColumn(side)} />
        )
      }
    </LoadRecord>
  );
}

function StockForm({ withOwner }: { withOwner: boolean }) {
  return (
    <EditPage edit={stockEdit}>
      {(stock) => (
        <>
          {stock && (
            <Section title="wms.stock" text="stock.editText">
              <div className="stock-edit-facts">
                <Figures stock={stock} isPast={false} />
                <StockFacts stock={stock} withOwner={withOwner} isEdited />
              </div>
            </Section>
          )}
          <Section title="stock.editTitle">
            <DateField name="depositUntil" label="wms.stock.depositUntil" width="third" edge="last" />
            <AreaField name="note" label="wms.stock.note" />
          </Section>
        </>
      )}
    </EditPage>
  );
}
