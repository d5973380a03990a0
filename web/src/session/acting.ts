// The way back from acting as another person.
import { proxyRoutes } from '@kuwei/contract/auth/proxy';
import { call } from '../api/call.ts';
import { mayLose } from '../page/leave.ts';
import { usePages } from '../page/pages.ts';
import { startOver } from './sign.ts';

/** Asks about unsaved changes first. @throws ApiError */
export async function goBack(): Promise<void> {
  if (await mayLose([...usePages.getState().dirty])) startOver(await call(proxyRoutes.back));
}
