// Old printed box labels point here: redirects to the current scan address.
import { boxCode } from '@kuwei/contract/wms/place';
import { useEffect } from 'react';
import { history } from '../../browser/history.ts';
import { SCAN } from '../../navigation/addresses.ts';
import { usePage } from '../../page/page.ts';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';

export default function FormerLabelPage() {
  const { params } = usePage();
  const code = boxCode(params['token'] ?? '');
  useEffect(() => {
    history.replace(`${SCAN}?${new URLSearchParams({ code })}`);
  }, [code]);
  return <PageSkeleton />;
}
