// Number of chemicals without a hazard assessment, with ways to assess them.
import { productRoutes } from '@kuwei/contract/wms/product';
import { useState } from 'react';
import { lazyPart } from '../../browser/lazy-part.ts';
import { withTexts } from '../../navigation/lazy-page.ts';
import { usePage } from '../../page/page.ts';
import { usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { PageLink } from '../../ui/PageLink.tsx';

export const LazyAssessDialog = lazyPart(withTexts(async () => (await import('./AssessDialog.tsx')).AssessDialog, 'imports'));

export function NotAssessed() {
  const t = useT();
  const { path } = usePage();
  const [open, setOpen] = useState(false);
  const { data } = usePageQuery(productRoutes.countNotAssessed, undefined);
  if (!data || (data.count === 0 && !open)) return null;
  return (
    <div className="not-assessed">
      <span>{t('safety.unassessed', { count: data.count })}</span>
      <PageLink className="kw-link" to={`${path}?hazard=UNKNOWN`}>
        {t('safety.showUnassessed')}
      </PageLink>
      <button type="button" className="kw-button" onClick={() => setOpen(true)}>
        {t('safety.assess')}
      </button>
      {open && <LazyAssessDialog onClose={() => setOpen(false)} />}
    </div>
  );
}
