import DoubleLeftOutlined from '@ant-design/icons/es/icons/DoubleLeftOutlined';
import LeftOutlined from '@ant-design/icons/es/icons/LeftOutlined';
import RightOutlined from '@ant-design/icons/es/icons/RightOutlined';
import { OFFSET_MAX } from '@kuwei/contract/page';
import { useState, type ReactNode } from 'react';
import { useT } from '../phrase/phrases.ts';
import { grouped } from '../ui/format.ts';
import { pageCount } from './query-state.ts';
import './pager.css';
import './tool.css';

const SIZES = [20, 50, 100, 200];

interface PagerProps {
  page: number;
  size: number;
  total: number;
  exact: boolean;
  onPage: (page: number) => void;
  onSize: (size: number) => void;
}

/** Pagination by number. Shows the number of pages if the count is exact. */
export function Pager({ page, size, total, exact, onPage, onSize }: PagerProps) {
  const t = useT();
  const pages = pageCount({ total, exact }, size);
  const last = pages ?? Math.floor(OFFSET_MAX / size) + 1;
  return (
    <nav className="pager" aria-label={t('list.pages')}>
      <SizeChoice size={size} onSize={onSize} />
      <StepButton label={t('list.first')} disabled={page <= 1} onClick={() => onPage(1)}>
        <DoubleLeftOutlined aria-hidden="true" />
      </StepButton>
      <StepButton label={t('list.previous')} disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <LeftOutlined aria-hidden="true" />
      </StepButton>
      <PageField key={page} page={page} last={last} onPage={onPage} />
      {pages !== null && <span className="pager-of">/ {grouped(String(pages))}</span>}
      <StepButton label={t('list.next')} disabled={page >= last} onClick={() => onPage(page + 1)}>
        <RightOutlined aria-hidden="true" />
      </StepButton>
    </nav>
  );
}

interface KeyPagerProps {
  size: number;
  /** The newest rows are shown. */
  atStart: boolean;
  hasMore: boolean;
  onStart: () => void;
  onMore: () => void;
  onSize: (size: number) => void;
}

/** Keyset pagination: from the newest to older rows, without a limit. */
export function KeyPager({ size, atStart, hasMore, onStart, onMore, onSize }: KeyPagerProps) {
  const t = useT();
  return (
    <nav className="pager" aria-label={t('list.pages')}>
      <SizeChoice size={size} onSize={onSize} />
      <StepButton label={t('list.newest')} disabled={atStart} onClick={onStart}>
        <DoubleLeftOutlined aria-hidden="true" />
      </StepButton>
      <StepButton label={t('list.older')} disabled={!hasMore} onClick={onMore}>
        <RightOutlined aria-hidden="true" />
      </StepButton>
    </nav>
  );
}

function SizeChoice({ size, onSize }: { size: number; onSize: (size: number) => void }) {
  const t = useT();
  const sizes = SIZES.includes(size) ? SIZES : [...SIZES, size].toSorted((a, b) => a - b);
  return (
    <select
      className="kw-field pager-size"
      aria-label={t('list.rows')}
      value={size}
      onChange={({ target }) => onSize(Number(target.value))}
    >
      {sizes.map((each) => (
        <option key={each} value={each}>
          {t('list.rowsOf', { size: each })}
        </option>
      ))}
    </select>
  );
}

function PageField({ page, last, onPage }: { page: number; last: number; onPage: (page: number) => void }) {
  const t = useT();
  const [typed, setTyped] = useState(String(page));
  const go = (): void => {
    const wanted = Math.min(last, Math.max(1, Number.parseInt(typed, 10)));
    if (Number.isNaN(wanted)) setTyped(String(page));
    else if (wanted !== page) onPage(wanted);
    else setTyped(String(page));
  };
  return (
    <input
      className="kw-field pager-page"
      inputMode="numeric"
      aria-label={t('list.pageField')}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onFocus={({ target }) => target.select()}
      onBlur={go}
      onKeyDown={(event) => event.key === 'Enter' && go()}
    />
  );
}

interface StepButtonProps {
  label: string;
  disabled: boolean;
  onClick: () => void;
  children: ReactNode;
}

const StepButton = ({ label, disabled, onClick, children }: StepButtonProps) => (
  <button type="button" className="kw-plain tool" aria-label={label} title={label} disabled={disabled} onClick={onClick}>
    {children}
  </button>
);
