// What runs as long as the frame is there: notices, questions, keys, live data.
import { useEffect } from 'react';
import { queryClient } from '../api/query-client.ts';
import { askToLeave } from '../form/ask-to-leave.ts';
import { setAsker } from '../page/leave.ts';
import { watchLiveData } from '../session/live-data.ts';
import { onPersonGone } from '../session/sign.ts';
import { watchDialogs } from '../ui/dialog-keys.ts';
import { awaitKit, lendKit } from '../ui/feedback.ts';
import { watchUnhandled } from '../ui/unhandled.ts';
import { useShellKeys } from './shell-keys.ts';

export function FrameServices() {
  useShellKeys();
  useEffect(() => {
    awaitKit();
    return () => lendKit(null);
  }, []);
  useEffect(() => {
    setAsker(askToLeave);
    const stops = [watchUnhandled(), watchLiveData(), watchDialogs(), onPersonGone(() => queryClient.clear())];
    return () => stops.forEach((stop) => stop());
  }, []);
  return null;
}
