import FormOutlined from '@ant-design/icons/es/icons/FormOutlined';
import ScanOutlined from '@ant-design/icons/es/icons/ScanOutlined';
import { Button } from 'antd';
import { usePage } from '../../../page/page.ts';
import { useT } from '../../../phrase/phrases.ts';

/** Switches between the form and scanning; the plan is kept. */
export function ByScanButton({ byScan }: { byScan: boolean }) {
  const t = useT();
  const { setQuery } = usePage();
  return (
    <Button icon={byScan ? <FormOutlined /> : <ScanOutlined />} onClick={() => setQuery({ by: byScan ? null : 'scan' })}>
      {t(byScan ? 'work.by.form' : 'work.by.scan')}
    </Button>
  );
}
