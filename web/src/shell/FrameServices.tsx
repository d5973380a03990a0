// Services that run while the frame is mounted: notices, dialogs, shortcuts, live data.
import { useEffect } from 'react';
import { queryClient } from '../api/query-client.ts';
import { askToLeave } from '../form/ask-to-leave.ts';
import { setLeaveAsker } from '../page/leave.ts';
import { watchLiveData } from '../session/live-data.ts';
import { onUserCleared } from '../session/sign.ts';
import { watchDialogs } from '../ui/dialog-keys.ts';
import { awaitKit, setKit } from '../ui/feedback.ts';
import { watchEarlyKeys } from '../ui/scan/early-keys.ts';
import { watchUnhandled } from '../ui/unhandled.ts';
import { keepFocus } from './keep-focus.ts';
import { useShellKeys } from './shell-keys.ts';

export function FrameServices() {
  useShellKeys();
  useEffect(() => {
    awaitKit();
    return () => setKit(null);
  }, []);
  useEffect(() => {
    setLeaveAsker(askToLeave);
    const stops = [
      watchEarlyKeys(),
      watchUnhandled(),
      watchLiveData(),
      watchDialogs(),
      keepFocus(),
      onUserCleared(() => queryClient.clear()),
    ];
    return () => stops.forEach((stop) => stop());
  }, []);
  return null;
}
