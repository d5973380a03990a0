// What runs as long as the frame is there: notices, questions, the page-update check, live data.
import { App } from 'antd';
import { useEffect } from 'react';
import { watchLiveData } from '../api/live-data.ts';
import { queryClient } from '../api/query.ts';
import { askToLeave } from '../form/ask-to-leave.ts';
import { setAsker } from '../page/leave.ts';
import { t } from '../phrase/phrases.ts';
import { onPersonGone } from '../session/sign.ts';
import { ask, lendKit } from '../ui/feedback.ts';
import { watchUnhandled } from '../ui/unhandled.ts';
import { watchPageUpdate } from './page-update.ts';

export function FrameServices() {
  const kit = App.useApp();
  useEffect(() => {
    lendKit(kit);
    return () => lendKit(null);
  }, [kit]);
  useEffect(() => {
    setAsker(askToLeave);
    const stops = [watchUnhandled(), watchLiveData(), watchPageUpdate(askForUpdate), onPersonGone(() => queryClient.clear())];
    return () => stops.forEach((stop) => stop());
  }, []);
  return null;
}

async function askForUpdate(): Promise<void> {
  const yes = await ask({ title: t('update.title'), text: t('update.text'), yes: t('update.refresh'), no: t('update.later') });
  if (yes) location.reload();
}
