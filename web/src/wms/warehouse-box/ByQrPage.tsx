// Where the label of a box leads: on to the box.
import { boxRoutes } from '@kuwei/contract/wms/warehouse-box';
import { useEffect } from 'react';
import { ApiError } from '../../api/error.ts';
import { history } from '../../browser/history.ts';
import { usePage } from '../../page/page.ts';
import { usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { boxAddress } from '../addresses.ts';
import '../place/place.css';

export default function ByQrPage() {
  const t = useT();
  const { params, prefix } = usePage();
  const token = params['token'] ?? '';
  const { data, error, refetch, isFetching } = usePageQuery(boxRoutes.findBoxByQr, { params: { token } });
  useEffect(() => {
    if (data) history.replace(boxAddress(data.id));
  }, [data]);
  if (!error) return <PageSkeleton />;
  if (!(error instanceof ApiError) || error.kind !== 'notFound')
    return <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} />;
  return (
    <div className="place-nothing" role="alert">
      <h1>{t('box.qrUnknown')}</h1>
      <p>{t('box.qrUnknownText')}</p>
      <PageLink className="kw-button" to={`/${prefix}/wms/warehouse-box/list`}>
        {t('box.toList')}
      </PageLink>
    </div>
  );
}
