import FullscreenExitOutlined from '@ant-design/icons/es/icons/FullscreenExitOutlined';
import FullscreenOutlined from '@ant-design/icons/es/icons/FullscreenOutlined';
import ReloadOutlined from '@ant-design/icons/es/icons/ReloadOutlined';
import { useT } from '../phrase/phrases.ts';
import { useIsPhone } from '../ui/use-media.ts';
import type { Arrangement } from './arrangement.ts';
import { DisplayPanel } from './DisplayPanel.tsx';
import type { Column } from './list-types.ts';
import { useFullScreen } from './use-full-screen.ts';

interface ListToolsProps {
  columns: readonly Column<never>[];
  arrangement: Arrangement;
  onArrange: (next: Arrangement) => void;
  onRefresh: () => void;
  busy: boolean;
}

/** Tools for the list as a whole. */
export function ListTools({ columns, arrangement, onArrange, onRefresh, busy }: ListToolsProps) {
  const t = useT();
  const phone = useIsPhone();
  const [full, toggleFull] = useFullScreen();
  const fullLabel = t(full ? 'list.fullEnd' : 'list.full');
  return (
    <>
      <button
        type="button"
        className="kw-plain tool"
        aria-label={t('list.refresh')}
        title={t('list.refresh')}
        aria-keyshortcuts="r"
        onClick={onRefresh}
      >
        <ReloadOutlined aria-hidden="true" spin={busy} />
      </button>
      {!phone && <DisplayPanel columns={columns} arrangement={arrangement} onArrange={onArrange} />}
      {!phone && (
        <button type="button" className="kw-plain tool" aria-label={fullLabel} title={fullLabel} onClick={toggleFull}>
          {full ? <FullscreenExitOutlined aria-hidden="true" /> : <FullscreenOutlined aria-hidden="true" />}
        </button>
      )}
    </>
  );
}
