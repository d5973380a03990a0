import { confirmDiscardAll } from '../page/leave.ts';
import { signOut } from '../session/sign.ts';

/** Signs out; asks first where changes are unsaved. */
export async function leaveConsole(): Promise<void> {
  if (await confirmDiscardAll()) await signOut();
}
