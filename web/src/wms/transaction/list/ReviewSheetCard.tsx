import type { ReviewSheet } from '@kuwei/contract/wms/transaction-review';
import { Checkbox } from 'antd';
import { useT } from '../../../phrase/phrases.ts';
import { money } from '../../../ui/format.ts';
import { None } from '../../../ui/None.tsx';
import { Quantity } from '../../../ui/Quantity.tsx';
import { ProductName } from '../../goods/ProductName.tsx';
import { batchAndPermitRisks, RiskMarks } from '../../goods/RiskMarks.tsx';
import '../../document/document-head.css';
import '../../document/line-grid.css';
import '../../document/said.css';

interface ReviewSheetCardProps {
  sheet: ReviewSheet;
  ticked: boolean;
  onTick: (ticked: boolean) => void;
}

/** One document of a batch approval: owner, risks, and lines with those at risk first. */
export function ReviewSheetCard({ sheet, ticked, onTick }: ReviewSheetCardProps) {
  const t = useT();
  const { no, ownerOrgName, applicantName, warehouseName, planDate, value, risks, lines, lineCount } = sheet;
  const about = [ownerOrgName, applicantName, warehouseName, planDate, value === null ? null : money(value)];
  return (
    <li className={`approve-sheet ${risks.length > 0 ? 'risky' : ''}`}>
      <header>
        <Checkbox checked={ticked} onChange={(event) => onTick(event.target.checked)}>
          <span className="kw-code">{no}</span>
        </Checkbox>
        <span className="work-second">{about.filter((fact) => fact !== null).join(' · ')}</span>
        <RiskMarks risks={risks} />
      </header>
      <table className="line-grid approve-lines">
        <thead>
          <tr>
            <th scope="col">{t('wms.product')}</th>
            <th scope="col">{t('wms.line.batchNo')}</th>
            <th scope="col" className="end">
              {t('wms.line.qty')}
            </th>
            <th scope="col" className="end">
              {t('tx.view.amount')}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.lineNo}>
              <td>
                <ProductName product={line.product} />
              </td>
              <td data-label={t('wms.line.batchNo')}>
                {line.batchNo ?? (line.expiresOn === null && <None />)}
                {line.expiresOn !== null && <p className="work-second">{t('work.until', { date: line.expiresOn })}</p>}
                <RiskMarks risks={batchAndPermitRisks(line.risks)} />
              </td>
              <td className="end" data-label={t('wms.line.qty')}>
                <Quantity qty={line.qty} unit={line.product.baseUnit} />
              </td>
              <td className="end" data-label={t('tx.view.amount')}>
                {line.value === null ? <None /> : money(line.value)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {lineCount > lines.length && <p className="work-second">{t('tx.batch.more', { count: lineCount - lines.length })}</p>}
    </li>
  );
}
