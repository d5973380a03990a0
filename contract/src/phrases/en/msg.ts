import type { Translation } from '../../phrase.ts';
import type { msg as zh } from '../zh/msg.ts';

export const msg = {
  'msg.sessionReused': 'A sign-in of yours was used twice',
  'msg.sessionReused.text':
    'A sign-in of yours was used from another place ({ip}), so that session was ended. If this was not you, change your password soon.',
} as const satisfies Translation<typeof zh>;
