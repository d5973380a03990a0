import FormOutlined from '@ant-design/icons/es/icons/FormOutlined';
import ScanOutlined from '@ant-design/icons/es/icons/ScanOutlined';
import { Button } from 'antd';
import { usePage } from '../../../page/page.ts';
import { useT } from '../../../phrase/phrases.ts';

/** From the form to working with a scanner alone, and back: what is planned stays. */
export function ByScanButton({ byScan }: { byScan: boolean }) {
  const t = useT();
  const { setQuery } = usePage();
  return (
    <Button icon={byScan ? <FormOutlined /> : <ScanOutlined />} onClick={() => setQuery({ by: byScan ? null : 'scan' })}>
      {t(byScan ? 'work.by.form' : 'work.by.scan')}
    </Button>
  );
}
