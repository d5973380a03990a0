import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined';
import { PageLink } from '../ui/PageLink.tsx';
import type { PrimaryAction } from './list-types.ts';

/** The primary action of a list; the shortcut is `n`. */
export function PrimaryButton({ action }: { action: PrimaryAction }) {
  const inside = (
    <>
      <PlusOutlined aria-hidden="true" />
      {action.label}
    </>
  );
  const look = { className: 'kw-button primary list-primary', 'aria-keyshortcuts': 'n' };
  return action.to === undefined ? (
    <button type="button" {...look} onClick={action.run}>
      {inside}
    </button>
  ) : (
    <PageLink to={action.to} {...look}>
      {inside}
    </PageLink>
  );
}
