import { mayLose } from '../page/leave.ts';
import { usePages } from '../page/pages.ts';
import { signOut } from '../session/sign.ts';

/** Signs out; asks first where changes are unsaved. */
export async function leaveConsole(): Promise<void> {
  if (await mayLose([...usePages.getState().dirty])) await signOut();
}
