import { useT } from '../../phrase/phrases.ts';
import { PageHead } from '../../ui/PageHead.tsx';
import './flow.css';

export function NoWarehouse() {
  const t = useT();
  return (
    <>
      <PageHead title={t('hazardFlow.title')} />
      <p className="flow-none">{t('hazardFlow.noWarehouse')}</p>
    </>
  );
}
