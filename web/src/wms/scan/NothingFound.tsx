import WarningOutlined from '@ant-design/icons/es/icons/WarningOutlined';
import { isAddress } from '@kuwei/contract/wms/label';
import type { ScanReason } from '@kuwei/contract/wms/scan';
import { useT } from '../../phrase/phrases.ts';

/** Why a code was not resolved, and what to do. */
export function NothingFound({ why, text }: { why: ScanReason; text: string }) {
  const t = useT();
  return (
    <section className="scan-card nothing" role="alert">
      <h2>
        <WarningOutlined aria-hidden="true" /> {t(`scan.why.${why}`)}
      </h2>
      <p>{t(`scan.why.${why}.text`)}</p>
      {!isAddress(text) && <p className="scan-text kw-code">{text}</p>}
    </section>
  );
}
