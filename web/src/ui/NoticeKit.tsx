// Notices and questions as the UI kit draws them. Its own file, as the first page is drawn without.
import { App } from 'antd';
import { useEffect } from 'react';
import { setKit } from './feedback.ts';

const NOTICES = { top: 'var(--kw-notice-top)' };

/** Where `feedback.ts` draws what it is given. */
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
