import type { BackupFault } from '@kuwei/contract/sys/maintain';
import { say } from '../../phrase/phrases.ts';

/** What is wrong, in the language on screen. */
export const faultText = ({ code, params }: BackupFault): string => say(`backup.fault.${code}`, params);
