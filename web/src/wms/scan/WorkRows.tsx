import type { ScannedDocument } from '@kuwei/contract/wms/scan';
import { requestOf } from '@kuwei/contract/wms/transaction-type';
import { useT } from '../../phrase/phrases.ts';
import { PageLink } from '../../ui/PageLink.tsx';
import { StateTag } from '../../ui/StateTag.tsx';
import { lookOf } from '../document/looks.ts';

/** Documents waiting for the storekeeper that concern what was scanned. */
export function WorkRows({ work }: { work: readonly ScannedDocument[] }) {
  const t = useT();
  if (work.length === 0) return null;
  return (
    <section className="scan-card">
      <h3>{t('scan.work')}</h3>
      <ul className="scan-links">
        {work.map((document) => (
          <li key={document.id}>
            <PageLink className="scan-link" to={document.link}>
              <span className="scan-link-what">{t(`scan.do.${requestOf(document.type)}`)}</span>
              <span className="kw-code">{document.no}</span>
              <span className="scan-link-who">{document.ownerOrgName}</span>
              <StateTag look={lookOf(document)} />
            </PageLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
