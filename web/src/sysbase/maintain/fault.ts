import type { BackupFault } from '@kuwei/contract/sys/maintain';
import { say } from '../../phrase/phrases.ts';

/** Text of a fault in the current language. */
export const faultText = ({ code, params }: BackupFault): string => say(`backup.fault.${code}`, params);
