// Notices and dialogs drawn by the UI kit. A separate file, since the first page renders without it.
import { App } from 'antd';
import { useEffect } from 'react';
import { setKit } from './feedback.ts';

const NOTICES = { top: 'var(--kw-notice-top)' };

/** Lends the kit's API to `feedback.ts`. */
export const NoticeKit = () => (
  <App component={false} message={NOTICES}>
    <Lender />
  </App>
);

function Lender() {
  const kit = App.useApp();
  useEffect(() => {
    setKit(kit);
    return () => setKit(null);
  }, [kit]);
  return null;
}
