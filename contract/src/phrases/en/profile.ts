import type { Translation } from '../translation.ts';
import type { profile as zh } from '../zh/profile.ts';

export const profile = {
  'account.profile.basic': 'About you',
  'account.profile.contact': 'Contact',
  'account.profile.contactHint': 'Where to find you, such as room and office hours',
  'account.profile.locale': 'Language',
  'account.locale.zh': '中文',
  'account.locale.en': 'English',
  'account.mail': 'E-mail notifications',
  'account.mail.text':
    'Every message is in the console. Choose which are sent by e-mail, too. The daily mail goes out at 7:00 with what you have not read.',
  'account.mail.inbox': 'Console',
  'account.mail.always': 'Always',
  'account.mail.NONE': 'No',
  'account.mail.AT_ONCE': 'At once',
  'account.mail.DAILY': 'Daily',
  'account.mail.of': '{kind} by e-mail',
  'account.email.change': 'Change e-mail',
  'account.email.unverified': 'Not confirmed: nothing is sent there. Enter the same address under Change e-mail to get a link.',
  'account.email.pending': 'A link was sent to {email}. The address takes effect once you open it.',
  'account.email.text':
    'We send a link to the new address. It takes effect once you open the link. Leave empty to remove the address.',
  'account.email.textOff': 'This system sends no e-mail for now. Administrators can use the address to contact you.',
  'account.email.sent': 'A link will be sent to {email}',
} as const satisfies Translation<typeof zh>;
