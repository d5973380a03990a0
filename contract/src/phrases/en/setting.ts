// What settings are called, in English: said by the server alone.
import type { Translation } from '../../phrase.ts';
import type { setting as zh } from '../zh/setting.ts';

export const setting: Translation<typeof zh> = {
  'setting.on': 'On',
  'setting.off': 'Off',
  'setting.none': '(empty)',
  'setting.secret.yes': 'Set',
  'setting.secret.no': 'Not set',
  'setting.unit.seconds': '{n} {n|second|seconds}',
  'setting.unit.minutes': '{n} {n|minute|minutes}',
  'setting.unit.hours': '{n} {n|hour|hours}',
  'setting.unit.days': '{n} {n|day|days}',
  'setting.SYS_ADMIN_TITLE': 'Console title',
  'setting.text.SYS_ADMIN_TITLE': 'Shown at the top of every page, on the sign-in page and in the browser tab',
  'setting.SYS_ADMIN_TITLE_EN': 'English title',
  'setting.text.SYS_ADMIN_TITLE_EN': 'The title for those who use the console in English; when empty they see the Chinese one',
  'setting.YCT_SYSTEM_LOGIN_URL': 'Sign-in address',
  'setting.text.YCT_SYSTEM_LOGIN_URL':
    'Where people go who aren’t signed in: a path of this site, or an address that begins with http(s)://; when empty, this site’s sign-in page',
  'setting.SYS_SECOND_FACTOR_ROLES': 'Roles that need two-step verification',
  'setting.text.SYS_SECOND_FACTOR_ROLES':
    'People who have one of these roles and sign in with a password can do nothing else until they set it up; when empty, it is up to each person',
  'setting.WMS_OUTBOUND_QTY_LIMIT': 'Quantity limit for a collection line',
  'setting.text.WMS_OUTBOUND_QTY_LIMIT': 'A collection with a line above this quantity, in base units, needs a second review',
  'setting.WMS_OUTBOUND_VALUE_LIMIT': 'Value limit for a collection (yuan)',
  'setting.text.WMS_OUTBOUND_VALUE_LIMIT': 'A collection worth more than this needs a second review',
  'setting.WMS_LEDGER_PROOF_DAYS': 'Full ledger check every',
  'setting.text.WMS_LEDGER_PROOF_DAYS':
    'The whole ledger is checked at night after this many days; in between, what is new is checked every hour',
};
