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
  'setting.SYS_PUBLIC_URL': 'Address of the console',
  'setting.text.SYS_PUBLIC_URL':
    'Links in mails begin with it, such as https://kuwei.example.edu. While empty, mails have no links and passwords cannot be reset by e-mail',
  'setting.SYS_SMTP_HOST': 'Mail server',
  'setting.text.SYS_SMTP_HOST': 'Host name of the SMTP server. Mails are sent once this and the sender address are set',
  'setting.SYS_SMTP_PORT': 'Port of the mail server',
  'setting.text.SYS_SMTP_PORT': 'Usually 587 with STARTTLS, 465 with TLS, 25 without encryption',
  'setting.SYS_SMTP_TLS': 'Encryption of the mail server',
  'setting.text.SYS_SMTP_TLS':
    'How the connection to the mail server is encrypted. Without encryption a password is sent to this machine only',
  'setting.SYS_SMTP_USER': 'Username at the mail server',
  'setting.text.SYS_SMTP_USER': 'Leave empty if the server does not ask for one',
  'setting.SYS_SMTP_PASSWORD': 'Password at the mail server',
  'setting.text.SYS_SMTP_PASSWORD': 'Can be written, never read',
  'setting.SYS_SMTP_FROM': 'Sender address',
  'setting.text.SYS_SMTP_FROM': 'The address that mails come from, such as kuwei@example.edu',
  'setting.SYS_SMTP_PER_MINUTE': 'Mails per minute, at most',
  'setting.text.SYS_SMTP_PER_MINUTE': 'Of all processes together; the others follow later',
  'setting.option.SYS_SMTP_TLS.STARTTLS': 'STARTTLS',
  'setting.option.SYS_SMTP_TLS.TLS': 'TLS from the start',
  'setting.option.SYS_SMTP_TLS.NONE': 'None',
  'setting.WMS_OUTBOUND_QTY_LIMIT': 'Quantity limit for a collection line',
  'setting.text.WMS_OUTBOUND_QTY_LIMIT': 'A collection with a line above this quantity, in base units, needs a second review',
  'setting.WMS_OUTBOUND_VALUE_LIMIT': 'Value limit for a collection (yuan)',
  'setting.text.WMS_OUTBOUND_VALUE_LIMIT': 'A collection worth more than this needs a second review',
  'setting.WMS_LEDGER_PROOF_DAYS': 'Full ledger check every',
  'setting.text.WMS_LEDGER_PROOF_DAYS':
    'The whole ledger is checked at night after this many days; in between, what is new is checked every hour',
};
