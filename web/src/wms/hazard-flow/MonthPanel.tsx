// A month of a register: whether it is closed, by whom, whether it still matches the ledger; balances by product; actions.
import { flowRoutes, type FlowProduct, type FlowRegister } from '@kuwei/contract/wms/hazard-flow';
import { useState } from 'react';
import { useMayCall } from '../../page/may-call.ts';
import { usePage } from '../../page/page.ts';
import { useT } from '../../phrase/phrases.ts';
import { exactMoment } from '../../ui/format.ts';
import { PageLink } from '../../ui/PageLink.tsx';
import { StateTag } from '../../ui/StateTag.tsx';
import { CloseDialog, ReopenDialog, SignDialog } from './dialogs.tsx';
import { Amount } from './flow-cells.tsx';
import { monthLooks } from './looks.ts';
import { flowAddress, type RegisterKey } from './register-key.ts';
import '../../table/small-table.css';
import './flow.css';

interface MonthPanelProps {
  register: FlowRegister;
  which: RegisterKey;
}

export function MonthPanel({ register, which }: MonthPanelProps) {
  const t = useT();
  const { closing, products, reopened, whole } = register;
  return (
    <section className="flow-month" aria-label={`${register.warehouseName} ${register.month}`}>
      <div className="flow-bar">
        <StateTag look={monthLooks[register.state]} />
        <span className="flow-days">
          {register.firstDay} – {register.lastDay}
        </span>
        {closing && (
          <>
            <span>
              {t('hazardFlow.closedBy')} {t('hazardFlow.by', { name: closing.closedBy, at: exactMoment(closing.closedAt) })}
            </span>
            {closing.signedBy !== null && closing.signedAt !== null && (
              <span>
                {t('hazardFlow.signedBy')} {t('hazardFlow.by', { name: closing.signedBy, at: exactMoment(closing.signedAt) })}
              </span>
            )}
            <span title={closing.hash}>
              {t('hazardFlow.hash')} <span className="kw-code">{closing.hash.slice(0, 12)}</span>
            </span>
          </>
        )}
        <MonthActions register={register} which={which} />
      </div>
      {closing?.differs && (
        <p className="flow-alarm" role="alert">
          {t('hazardFlow.differs')}
        </p>
      )}
      {!whole && <p className="flow-note">{t('hazardFlow.partOnly')}</p>}
      {reopened.map(({ by, at, reason, closedBy, closedAt }) => (
        <p className="flow-note" key={at}>
          {t('hazardFlow.reopened', { by, at: exactMoment(at), closedBy, closedAt: exactMoment(closedAt), reason })}
        </p>
      ))}
      {products.length === 0 ? (
        <p className="flow-none">{t('hazardFlow.noProducts')}</p>
      ) : (
        <div className="small-table-scroll" tabIndex={0} role="region" aria-label={t('hazardFlow.products')}>
          <table className="small-table flow-products" aria-label={t('hazardFlow.products')}>
            <thead>
              <tr>
                <th scope="col">{t('stock.product')}</th>
                <th scope="col">{t('wms.flow.cas')}</th>
                <th scope="col" className="right">
                  {t('wms.flow.opening')}
                </th>
                <th scope="col" className="right">
                  {t('wms.flow.in')}
                </th>
                <th scope="col" className="right">
                  {t('wms.flow.out')}
                </th>
                <th scope="col" className="right">
                  {t('wms.flow.closing')}
                </th>
                <th scope="col" className="right">
                  {t('wms.flow.entries')}
                </th>
              </tr>
            </thead>
            <tbody>
              {products.map((product) => (
                <ProductRow key={product.id} product={product} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function ProductRow({ product }: { product: FlowProduct }) {
  const t = useT();
  const { setQuery } = usePage();
  const { id, name, code, cas, baseUnit, opening, in: incoming, out, closing, entries, balanced, kept } = product;
  return (
    <tr>
      <td>
        <button type="button" className="kw-plain kw-link" title={code} onClick={() => setQuery({ productId: id, page: null })}>
          {name}
        </button>
        {!balanced && <p className="flow-alarm">{t('hazardFlow.unbalanced')}</p>}
        {kept && <p className="flow-alarm">{t('hazardFlow.was', { ...kept })}</p>}
      </td>
      <td className="kw-code">{cas}</td>
      {[opening, incoming, out, closing].map((qty, at) => (
        // The index is the only key of a column.
        <td className="right" key={at}>
          <Amount qty={qty} unit={baseUnit} />
        </td>
      ))}
      <td className="right">{entries}</td>
    </tr>
  );
}

function MonthActions({ register, which }: MonthPanelProps) {
  const t = useT();
  const { prefix } = usePage();
  const mayCall = useMayCall();
  // A snapshot: the write replaces the register while the dialog is still closing.
  const [asked, setAsked] = useState<{ what: 'close' | 'sign' | 'reopen'; register: FlowRegister } | null>(null);
  const ask = (what: 'close' | 'sign' | 'reopen'): void => setAsked({ what, register });
  const { cannotClose, maySign, mayReopen, closing, due, overdue, whole } = register;
  const isOpen = closing === null && whole && mayCall(flowRoutes.closeFlow);
  const onClose = (): void => setAsked(null);
  return (
    <span className="flow-actions">
      {mayCall(flowRoutes.listFlowDue) && whole && (
        <PageLink
          className={overdue > 0 ? 'kw-button danger' : 'kw-button'}
          to={flowAddress(prefix, which, 'report')}
          title={t('hazardFlow.dueNote', { due, overdue })}
        >
          {due === 0 ? t('hazardFlow.toReports') : t('hazardFlow.toReportsCount', { count: due })}
        </PageLink>
      )}
      {mayReopen && (
        <button type="button" className="kw-button" onClick={() => ask('reopen')}>
          {t('hazardFlow.reopen')}
        </button>
      )}
      {maySign && (
        <button type="button" className="kw-button primary" onClick={() => ask('sign')}>
          {t('hazardFlow.sign')}
        </button>
      )}
      {isOpen && (
        <button
          type="button"
          className="kw-button primary"
          disabled={cannotClose !== null}
          title={cannotClose === null ? undefined : t(`hazardFlow.cannot.${cannotClose}`)}
          onClick={() => ask('close')}
        >
          {t('hazardFlow.close')}
        </button>
      )}
      {asked?.what === 'close' && <CloseDialog register={asked.register} onClose={onClose} />}
      {asked?.what === 'sign' && <SignDialog register={asked.register} onClose={onClose} />}
      {asked?.what === 'reopen' && <ReopenDialog register={asked.register} onClose={onClose} />}
    </span>
  );
}
