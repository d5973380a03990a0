// A printed report: the page with all rows, and who printed it, when, and with which parameters.
import PrinterOutlined from '@ant-design/icons/es/icons/PrinterOutlined';
import { useOrg } from '../../api/org.ts';
import { useT } from '../../phrase/phrases.ts';
import { displayName, useUser } from '../../session/user.ts';
import { institution } from '../../session/version.ts';
import { localMinute } from '../../ui/format.ts';

export function PrintButton({ disabled }: { disabled: boolean }) {
  const t = useT();
  return (
    <button type="button" className="kw-button report-print" disabled={disabled} onClick={() => window.print()}>
      <PrinterOutlined aria-hidden="true" />
      {t('result.print')}
    </button>
  );
}

interface PrintedHeadProps {
  conditions?: readonly { name: string; label: string; value: string }[];
  /** Time of the data; defaults to now. */
  at?: string;
}

/** Visible on paper only. */
export function PrintedHead({ conditions = [], at }: PrintedHeadProps) {
  const { user } = useUser();
  const org = useOrg((state) => state.org?.name ?? null);
  const when = localMinute(at ?? new Date().toISOString());
  const parts = [institution(), org, user && displayName(user), when].filter(Boolean);
  return (
    <div className="report-printed" aria-hidden="true">
      <p>{parts.join(' · ')}</p>
      {conditions.length > 0 && <p>{conditions.map(({ label, value }) => `${label}: ${value}`).join('  ')}</p>}
    </div>
  );
}
