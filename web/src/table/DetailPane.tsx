import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined';
import DownOutlined from '@ant-design/icons/es/icons/DownOutlined';
import HistoryOutlined from '@ant-design/icons/es/icons/HistoryOutlined';
import UpOutlined from '@ant-design/icons/es/icons/UpOutlined';
import type { ReactNode } from 'react';
import { useLogOf } from '../page/log-of.ts';
import { usePage } from '../page/page.ts';
import { useT } from '../phrase/phrases.ts';
import { PageLink } from '../ui/PageLink.tsx';
import { CloseDetailContext } from '../ui/close-detail.ts';
import './detail.css';
import './tool.css';

interface DetailPaneProps {
  /** Ids of the visible rows. */
  ids: readonly string[];
  shown: string;
  onStep: (step: 1 | -1) => void;
  onClose: () => void;
  children: ReactNode;
}

/** A record's details beside its list; the list stays usable, and the arrow keys step through its records. */
export function DetailPane({ ids, shown, onStep, onClose, children }: DetailPaneProps) {
  const t = useT();
  const at = ids.indexOf(shown);
  const log = useLogOf(shown);
  const inLog = usePage().path.endsWith('/sysbase/log');
  return (
    <aside className="detail" aria-label={t('list.detail')}>
      <div className="detail-bar">
        <button
          type="button"
          className="kw-plain tool"
          aria-label={t('list.detailPrevious')}
          title={t('list.detailPrevious')}
          disabled={at <= 0}
          onClick={() => onStep(-1)}
        >
          <UpOutlined aria-hidden="true" />
        </button>
        <button
          type="button"
          className="kw-plain tool"
          aria-label={t('list.detailNext')}
          title={t('list.detailNext')}
          disabled={at < 0 || at >= ids.length - 1}
          onClick={() => onStep(1)}
        >
          <DownOutlined aria-hidden="true" />
        </button>
        {log !== null && !inLog && (
          <PageLink className="tool" aria-label={t('list.log')} title={t('list.log')} to={log}>
            <HistoryOutlined aria-hidden="true" />
          </PageLink>
        )}
        <button
          type="button"
          className="kw-plain tool detail-close"
          aria-label={t('list.close')}
          title={t('list.close')}
          onClick={onClose}
        >
          <CloseOutlined aria-hidden="true" />
        </button>
      </div>
      <div className="detail-body" key={shown}>
        <CloseDetailContext value={onClose}>{children}</CloseDetailContext>
      </div>
    </aside>
  );
}
